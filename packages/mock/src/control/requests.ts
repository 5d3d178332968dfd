import type { RequestEntry } from "../generated/control/schemas.ts";
import { timestampOf } from "../handlers/timestamps.ts";
import type { JournalEntry, Store } from "../store/store.ts";
import { profileOf } from "./accounts.ts";
import { type Waiting, waitForSome } from "./waiting.ts";

export interface RequestFilter extends Waiting {
  readonly accountId?: number;
  readonly operationId?: string;
  /** Whether only requests that broke the contract are meant. */
  readonly onlyProblems?: boolean;
}

/** What came in, oldest first. @throws Refusal when there is no such account */
export async function listRequests(store: Store, filter: RequestFilter): Promise<RequestEntry[]> {
  const { accountId, operationId, onlyProblems = false } = filter;
  const wanted = await waitForSome(filter, async () => {
    if (accountId !== undefined) await profileOf(store.account(accountId));
    const entries = await store.journal.list(accountId);
    return entries.filter(
      (entry) => (operationId === undefined || entry.operationId === operationId) && (!onlyProblems || entry.problems.length > 0),
    );
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
