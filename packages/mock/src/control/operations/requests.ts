import { invalidRequest } from "../../contract/errors/rejection.ts";
import type { RequestsListParams } from "../../generated/control/operations.ts";
import type { RequestEntry } from "../../generated/control/schemas.ts";
import { present } from "../../handlers/common/present.ts";
import { existing } from "../../handlers/common/problems.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { pluralOf } from "../../handlers/records/objectTypes.ts";
import type { Effects } from "../../http/serve.ts";
import { type JournalQuery, maxEntries, type NumberedEntry } from "../../store/journal/journal.ts";
import type { EntryFilter } from "../client/control.ts";
import type { ControlContext } from "../context.ts";
import { existingAccount } from "../existingAccount.ts";
import { rejectEndless, waitForSome } from "./waiting.ts";

/** Returns requests, oldest first. @throws Rejection when the account does not exist or `waitFor` can never be reached */
export async function listRequests(context: ControlContext, filter: RequestsListParams, signal?: AbortSignal): Promise<RequestEntry[]> {
  const { accountId, before, limit, after = 0 } = filter;
  rejectEndless(filter);
  rejectMoreThanStored(filter);
  let matches: NumberedEntry[] = [];
  let seen = after;
  const result = await waitForSome(filter, signal, async () => {
    if (accountId !== undefined) await existingAccount(context, accountId);
    // Each iteration reads only new entries, because the journal may be long.
    const { entries, last } = await context.store.journal.read({ ...wantedOf(filter), ...present({ before, limit }), after: seen });
    // After a reset, entry ids start at 1 again.
    seen = last < seen ? after : last;
    matches = [...matches, ...entries].slice(limit === undefined ? 0 : -limit);
    return matches;
  });
  return result.map(shown);
}

/** @param requestId the number of the entry, or the value of the header `X-Mock-Request-Id` */
export async function getRequest({ store: { journal } }: ControlContext, requestId: number | string): Promise<RequestEntry> {
  const number = Number(requestId);
  const entry = await (Number.isInteger(number) ? journal.get(number) : journal.withRequestId(String(requestId)));
  return shown(existing(entry, "The journal has no request with this id."));
}

export async function clearRequests(context: ControlContext, accountId?: number): Promise<void> {
  if (accountId !== undefined) await existingAccount(context, accountId);
  await context.store.journal.clear(accountId);
}

/**
 * Without `after`, starts with the next request. Rejects when the account is deleted in the meantime.
 * @param valid rejects when the filter is invalid
 */
export function watchRequests(
  context: ControlContext,
  filter: EntryFilter,
  valid: Promise<unknown>,
  signal?: AbortSignal,
): AsyncIterable<RequestEntry> {
  const { store } = context;
  // The current position is read immediately, so that requests between this call and the first iteration are also yielded.
  const position = store.journal.read({ after: Number.MAX_SAFE_INTEGER });
  for (const pending of [valid, position]) pending.catch(() => {});
  return watching();

  async function* watching(): AsyncGenerator<RequestEntry> {
    // Leaving the loop cancels the pending wait.
    const leaving = new AbortController();
    try {
      yield* entriesUntil(signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal);
    } finally {
      leaving.abort();
    }
  }

  async function* entriesUntil(end: AbortSignal): AsyncGenerator<RequestEntry> {
    await valid;
    const { accountId, after } = filter;
    let seen = after ?? (await position).last;
    while (!end.aborted) {
      // The wait starts before the read, so that no entry is missed between the two.
      const more = store.journal.more(end);
      if (accountId !== undefined) await existingAccount(context, accountId);
      const { entries, last } = await store.journal.read({ ...wantedOf(filter), after: seen });
      for (const entry of entries) {
        if (end.aborted) return;
        yield shown(entry);
      }
      if (last < seen) {
        seen = 0;
        continue;
      }
      seen = last;
      await more;
    }
  }
}

function rejectMoreThanStored({ accountId, waitFor = 0 }: RequestsListParams): void {
  if (accountId === undefined || waitFor <= maxEntries) return;
  const rule = `must not exceed ${maxEntries} with an accountId, because the journal stores only the newest ${maxEntries} requests of each account`;
  throw invalidRequest([{ in: "waitFor", code: "maximum", message: `waitFor ${rule}` }]);
}

function wantedOf({ accountId, operationId, onlyProblems, status }: EntryFilter): JournalQuery {
  return present({ accountId, operationId, onlyProblems, statuses: status === undefined ? undefined : statusesOf(status) });
}

function statusesOf(status: string): [number, number] {
  const first = Number(status.replace("XX", "00"));
  return [first, status.endsWith("XX") ? first + 99 : first];
}

function shown(entry: NumberedEntry): RequestEntry {
  const {
    number,
    mockRequestId,
    effects,
    accountId,
    at,
    respondedAt,
    operationId,
    method,
    path,
    requestPath,
    query,
    body,
    status,
    ...outcome
  } = entry;
  const { responseBody, category, message, durationMs, problems, fault } = outcome;
  return {
    id: number,
    ...present({ mockRequestId }),
    accountId,
    at: timestampOf(at),
    ...(respondedAt === undefined ? {} : { respondedAt: timestampOf(respondedAt) }),
    operationId,
    method,
    path,
    ...present({ requestPath }),
    query,
    ...present({ body }),
    status,
    ...present({ responseBody, category, message, durationMs }),
    problems: [...problems],
    ...present({ fault, effects: effects && shownEffects(effects as Effects) }),
  };
}

function shownEffects({ records, associations, ...others }: Effects): NonNullable<RequestEntry["effects"]> {
  return {
    ...(records && { records: records.map((record) => ({ ...record, objectType: pluralOf(record.objectType) })) }),
    ...(associations && {
      associations: associations.map(({ fromType, fromId, toType, toId, change }) => ({
        from: `${pluralOf(fromType)}/${fromId}`,
        to: `${pluralOf(toType)}/${toId}`,
        change,
      })),
    }),
    ...others,
  };
}
