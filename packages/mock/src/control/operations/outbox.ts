import { Refusal } from "../../contract/errors/refusal.ts";
import type { SentEmail } from "../../generated/control/schemas.ts";
import { outboxKey } from "../../handlers/transactionalEmail/outbox.ts";
import type { OutboxEmail } from "../../store/documents.ts";
import type { ControlContext } from "../context.ts";
import { existingAccount, profileOf } from "../existingAccount.ts";
import { shownEmail } from "../state/sentEmail.ts";
import { type Waiting, waitForSome } from "./waiting.ts";

export interface OutboxFilter extends Waiting {
  /** An address, in any case. */
  readonly to?: string;
  readonly emailId?: number;
  /** Whether the sendings are meant that were refused, in place of those that were sent or queued. */
  readonly rejected?: boolean;
}

/**
 * What an account has sent or queued, oldest first.
 * @throws Refusal when there is no such account, or no longer
 */
export async function readOutbox(
  { store }: ControlContext,
  accountId: number,
  filter: OutboxFilter,
  signal?: AbortSignal,
): Promise<SentEmail[]> {
  const account = store.account(accountId);
  const emails = await waitForSome(filter, signal, async () => {
    await profileOf(account);
    const stored = await account.documents.list(collectionOf(filter.rejected));
    return stored.map(({ document }) => document).filter((email) => fits(email, filter));
  });
  return emails.map(shownEmail);
}

/** A page of the outbox for people, newest first, read without the rest. Of an account that is not there it is empty. */
export async function readNewestEmails(
  { store }: Pick<ControlContext, "store">,
  accountId: number,
  { rejected, before = Number.MAX_SAFE_INTEGER, limit }: { rejected: boolean; before?: number | undefined; limit: number },
): Promise<{ readonly emails: SentEmail[]; readonly total: number }> {
  const { documents } = store.account(accountId);
  const collection = collectionOf(rejected);
  const newest = await documents.lastBefore(collection, outboxKey(before), limit);
  return { emails: newest.map(({ document }) => shownEmail(document)), total: await documents.count(collection) };
}

/** One email by its number. @throws Refusal when there is no such email, or no such account */
export async function getEmail(context: ControlContext, accountId: number, number: number, rejected = false): Promise<SentEmail> {
  const { documents } = await existingAccount(context, accountId);
  const email = await documents.get(collectionOf(rejected), outboxKey(number));
  if (!email) throw new Refusal("OBJECT_NOT_FOUND", "The account has no email with this number.");
  return shownEmail(email);
}

function collectionOf(rejected: boolean | undefined): "email" | "rejectedEmail" {
  return rejected ? "rejectedEmail" : "email";
}

function fits({ message, emailId }: OutboxEmail, filter: OutboxFilter): boolean {
  const { to } = filter;
  return (to === undefined || message.to.toLowerCase() === to.toLowerCase()) && (filter.emailId ?? emailId) === emailId;
}
