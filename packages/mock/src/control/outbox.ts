import type { SentEmail } from "../generated/control/schemas.ts";
import { timestampOf } from "../handlers/timestamps.ts";
import type { OutboxEmail } from "../store/documents.ts";
import type { Store } from "../store/store.ts";
import { profileOf } from "./accounts.ts";
import { type Waiting, waitForSome } from "./waiting.ts";

export interface OutboxFilter extends Waiting {
  /** An address, in any case. */
  readonly to?: string;
  readonly emailId?: number;
}

/**
 * What an account has sent or queued, oldest first.
 * @throws Refusal when there is no such account, or no longer
 */
export async function readOutbox(store: Store, accountId: number, filter: OutboxFilter): Promise<SentEmail[]> {
  const account = store.account(accountId);
  const emails = await waitForSome(filter, async () => {
    await profileOf(account);
    return (await account.documents.list("email")).map(({ document }) => document).filter((email) => fits(email, filter));
  });
  return emails.map(shownEmail);
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
