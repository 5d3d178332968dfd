import type { OutboxListParams } from "../../generated/control/operations.ts";
import type { SentEmail } from "../../generated/control/schemas.ts";
import { existing } from "../../handlers/common/problems.ts";
import { outboxKey } from "../../handlers/transactionalEmail/outbox.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { OutboxEmail } from "../../store/documents/documents.ts";
import type { ControlContext } from "../context.ts";
import { existingAccount, profileOf } from "../existingAccount.ts";
import { shownEmail } from "../state/sentEmail.ts";
import { rejectEndless, waitForSome } from "./waiting.ts";

/** Returns emails, oldest first. @throws Rejection if the account does not exist or is deleted meanwhile, or `waitFor` exceeds `limit` */
export async function readOutbox(
  { store }: ControlContext,
  accountId: number,
  filter: Omit<OutboxListParams, "accountId">,
  signal?: AbortSignal,
): Promise<SentEmail[]> {
  rejectEndless(filter);
  const account = store.account(accountId);
  const emails = await waitForSome(filter, signal, async () => {
    await profileOf(account);
    return newest(account, filter);
  });
  return emails.map(shownEmail);
}

export async function getEmail(context: ControlContext, accountId: number, number: number, rejected = false): Promise<SentEmail> {
  const { documents } = await existingAccount(context, accountId);
  const email = await documents.get(collectionOf(rejected), outboxKey(number));
  return shownEmail(existing(email, "The account has no email with this number."));
}

function collectionOf(rejected: boolean | undefined): "email" | "rejectedEmail" {
  return rejected ? "rejectedEmail" : "email";
}

/** Returns emails, oldest first. If the filter selects all emails, reads only the requested page. */
async function newest(
  { documents }: AccountStore,
  { rejected, to, emailId, before, limit }: Omit<OutboxListParams, "accountId">,
): Promise<OutboxEmail[]> {
  const collection = collectionOf(rejected);
  const end = outboxKey(before ?? Number.MAX_SAFE_INTEGER);
  if (limit !== undefined && to === undefined && emailId === undefined) {
    return (await documents.lastBefore(collection, end, limit)).map(({ document }) => document).reverse();
  }
  const fitting = (await documents.list(collection))
    .filter(({ key }) => key < end)
    .map(({ document }) => document)
    .filter((email) => to === undefined || email.message.to.toLowerCase() === to.toLowerCase())
    .filter((email) => emailId === undefined || email.emailId === emailId);
  return limit === undefined ? fitting : fitting.slice(-limit);
}
