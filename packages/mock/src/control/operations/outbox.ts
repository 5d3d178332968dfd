import { Refusal } from "../../contract/errors/refusal.ts";
import type { SentEmail } from "../../generated/control/schemas.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { outboxKey } from "../../handlers/transactionalEmail/outbox.ts";
import { plainText } from "../../handlers/transactionalEmail/plainText.ts";
import type { OutboxEmail } from "../../store/documents.ts";
import type { Store } from "../../store/store.ts";
import { profileOf } from "./accounts.ts";
import { sendReasons } from "./sendReasons.ts";
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
export async function readOutbox(store: Store, accountId: number, filter: OutboxFilter): Promise<SentEmail[]> {
  const account = store.account(accountId);
  const emails = await waitForSome(filter, async () => {
    await profileOf(account);
    const stored = await account.documents.list(collectionOf(filter.rejected));
    return stored.map(({ document }) => document).filter((email) => fits(email, filter));
  });
  return emails.map(shownEmail);
}

/** A page of the outbox for people, newest first, read without the rest. Of an account that is not there it is empty. */
export async function readNewestEmails(
  store: Store,
  accountId: number,
  { rejected, before = Number.MAX_SAFE_INTEGER, limit }: { rejected: boolean; before?: number | undefined; limit: number },
): Promise<{ readonly emails: SentEmail[]; readonly total: number }> {
  const { documents } = store.account(accountId);
  const collection = collectionOf(rejected);
  const newest = await documents.lastBefore(collection, outboxKey(before), limit);
  return { emails: newest.map(({ document }) => shownEmail(document)), total: await documents.count(collection) };
}

/** One email by its number. @throws Refusal when there is no such email, or no such account */
export async function getEmail(store: Store, accountId: number, number: number, rejected: boolean): Promise<SentEmail> {
  const account = store.account(accountId);
  await profileOf(account);
  const email = await account.documents.get(collectionOf(rejected), outboxKey(number));
  if (!email) throw new Refusal("OBJECT_NOT_FOUND", "The account has no email with this number.");
  return shownEmail(email);
}

/** An email of the outbox as the control API writes it. */
export function shownEmail({ number, at, html, result, ...email }: OutboxEmail): SentEmail {
  const content = html === undefined ? {} : { html, text: plainText(html) };
  return { number, at: timestampOf(at), ...email, ...content, result, reason: sendReasons[result.sendResult] } as SentEmail;
}

function collectionOf(rejected: boolean | undefined): "email" | "rejectedEmail" {
  return rejected ? "rejectedEmail" : "email";
}

function fits({ message, emailId }: OutboxEmail, filter: OutboxFilter): boolean {
  const { to } = filter;
  return (to === undefined || message.to.toLowerCase() === to.toLowerCase()) && (filter.emailId ?? emailId) === emailId;
}
