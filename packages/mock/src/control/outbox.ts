import { setTimeout as sleep } from "node:timers/promises";
import type { SentEmail } from "../generated/control/schemas.ts";
import { timestampOf } from "../handlers/timestamps.ts";
import type { OutboxEmail } from "../store/documents.ts";
import type { Store } from "../store/store.ts";
import { profileOf } from "./accounts.ts";

export interface OutboxFilter {
  /** An address, in any case. */
  readonly to?: string;
  readonly emailId?: number;
  /** How many to wait for; not to wait by default. */
  readonly waitFor?: number;
  /** How long to wait at most, in milliseconds of the machine; 5,000 by default. */
  readonly timeout?: number;
}

// Another process may be the one that sends, so there is nothing to be woken by.
const betweenLooks = 20;

/**
 * What an account has sent or queued, oldest first. It waits by the machine's clock, as that of the account may stand still.
 * @throws Refusal when there is no such account
 */
export async function readOutbox(store: Store, accountId: number, filter: OutboxFilter): Promise<SentEmail[]> {
  const { waitFor = 0, timeout = 5000 } = filter;
  const account = store.account(accountId);
  await profileOf(account);
  const end = performance.now() + timeout;
  for (;;) {
    const emails = (await account.documents.list("email")).map(({ document }) => document).filter((email) => fits(email, filter));
    if (emails.length >= waitFor || performance.now() >= end) return emails.map(shownEmail);
    await sleep(Math.min(betweenLooks, Math.max(end - performance.now(), 0)));
  }
}

/** An email of the outbox as the control API writes it. */
export function shownEmail({ at, ...email }: OutboxEmail): SentEmail {
  const { number, ...rest } = email;
  return { number, at: timestampOf(at), ...rest } as SentEmail;
}

function fits({ message, emailId }: OutboxEmail, filter: OutboxFilter): boolean {
  const { to } = filter;
  return (to === undefined || message.to.toLowerCase() === to.toLowerCase()) && (filter.emailId ?? emailId) === emailId;
}
