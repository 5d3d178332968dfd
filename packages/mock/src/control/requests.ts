import { invalidRequest } from "../contract/refusal.ts";
import type { RequestEntry } from "../generated/control/schemas.ts";
import { timestampOf } from "../handlers/timestamps.ts";
import { mostEntries } from "../store/journal.ts";
import type { JournalEntry, Store } from "../store/store.ts";
import { profileOf } from "./accounts.ts";
import { type Waiting, waitForSome } from "./waiting.ts";

export interface RequestFilter extends Waiting {
  readonly accountId?: number;
  readonly operationId?: string;
  /** Whether only requests that broke the contract are meant. */
  readonly onlyProblems?: boolean;
}

/** What came in, oldest first. @throws Refusal when there is no such account, or there never will be so many requests of it */
export async function listRequests(store: Store, filter: RequestFilter): Promise<RequestEntry[]> {
  const { accountId, operationId, onlyProblems = false, waitFor = 0 } = filter;
  if (accountId !== undefined && waitFor > mostEntries) {
    const rule = `must be at most ${mostEntries} beside an accountId: no more are kept of an account`;
    throw invalidRequest([{ in: "waitFor", code: "maximum", message: `waitFor ${rule}` }]);
  }
  const fits = (entry: JournalEntry) =>
    (operationId === undefined || entry.operationId === operationId) && (!onlyProblems || entry.problems.length > 0);
  const found: JournalEntry[] = [];
  let seen = 0;
  const wanted = await waitForSome(filter, async () => {
    if (accountId !== undefined) await profileOf(store.account(accountId));
    // Each look reads what is new: the whole journal may have a thousand entries for every account.
    const { entries, last } = await store.journal.after(seen, accountId);
    seen = last;
    for (const entry of entries) if (fits(entry)) found.push(entry);
    return found;
  });
  return wanted.map(shown);
}

/** @throws Refusal when there is no such account */
export async function clearRequests(store: Store, accountId?: number): Promise<void> {
  if (accountId !== undefined) await profileOf(store.account(accountId));
  await store.journal.clear(accountId);
}

function shown({ accountId, at, operationId, method, path, query, body, status, problems, fault }: JournalEntry): RequestEntry {
  return {
    accountId,
    at: timestampOf(at),
    operationId,
    method,
    path,
    query,
    ...(body === undefined ? {} : { body }),
    status,
    problems: [...problems],
    ...(fault === undefined ? {} : { fault }),
  };
}
