import { setImmediate } from "node:timers/promises";
import { Queue } from "../queue.ts";
import { execute, type Fragment, raw, sql } from "../sql/fragment.ts";
import type { Scope } from "../sql/scope.ts";
import { statement } from "../sql/statement.ts";
import { compareBytes } from "../sql/text.ts";
import type { Search, WordsCondition } from "./search.ts";
import { byCreation, searchStatement } from "./statement/searchStatement.ts";
import { hasWord, isOpen, wordRange } from "./statement/words.ts";

/** `key` is the value by which records are sorted. */
export interface SearchRow {
  readonly total: number;
  readonly id: number | null;
  readonly key: number | string | null;
}

const place = raw("(matching.token, matching.property, matching.record_id)");

const recordsASlice = 1_000;
const tokensASlice = 10_000;

const selectLastOfSlice = statement<{ account: number; objectType: string; after: number; others: number }, { id: number }>(`
  select id from records where account_id = :account and object_type = :objectType and id > :after
  order by id limit 1 offset :others`);

/** Evaluates a search for one slice of the records after another. Changes between the slices may or may not be reflected. */
export async function searchInSlices(scope: Scope, objectType: string, search: Search): Promise<SearchRow[]> {
  const { connection, account } = scope;
  const { sort = byCreation, offset, limit } = search;
  const conditions = [...search.groups, ...(search.query ?? [])].flat().filter((condition) => condition.test === "words");
  const withWords = new Map<string, number[]>();
  for (const condition of conditions) {
    const key = JSON.stringify(condition);
    if (!withWords.has(key) && condition.patterns.some(isOpen)) withWords.set(key, await idsWithWords(scope, objectType, condition));
  }
  const page = { ...search, offset: 0, limit: offset + limit };
  let rows: SearchRow[] = [];
  let total = 0;
  for (let after = -1; after < Number.MAX_SAFE_INTEGER; ) {
    const slice = await inTurn(scope, async () => {
      const [last] = await selectLastOfSlice(connection, { account, objectType, after, others: recordsASlice - 1 });
      const upTo = last?.id ?? Number.MAX_SAFE_INTEGER;
      const inSlice = new Map([...withWords].map(([key, ids]) => [key, takeUpTo(ids, upTo)]));
      const part = { after, upTo, idsWithWords: (condition: WordsCondition) => inSlice.get(JSON.stringify(condition)) ?? [] };
      after = upTo;
      return (await execute(connection, searchStatement(scope, objectType, page, part))) as unknown as SearchRow[];
    });
    total += slice[0]?.total ?? 0;
    for (const row of slice) if (row.id !== null) rows.push(row);
    if (rows.length > 2 * page.limit + recordsASlice) rows = first(rows);
  }
  const results = first(rows).slice(offset);
  return results.length > 0 ? results.map((row) => ({ ...row, total })) : [{ total, id: null, key: null }];

  function first(some: readonly SearchRow[]): SearchRow[] {
    return some.toSorted((one, other) => compareRows(one, other, sort.descending)).slice(0, page.limit);
  }
}

/** Removes the ids up to a limit from the end of a list in descending order. */
function takeUpTo(ids: number[], upTo: number): number[] {
  const part: number[] = [];
  for (let id = ids.at(-1); id !== undefined && id <= upTo; id = ids.at(-1)) {
    part.push(id);
    ids.pop();
  }
  return part;
}

/** Returns the ids, in descending order, of the records with a matching word for each pattern with `*`. */
async function idsWithWords(scope: Scope, objectType: string, { properties, patterns }: WordsCondition): Promise<number[]> {
  let ids: Set<number> | undefined;
  for (const pattern of patterns.filter(isOpen)) {
    const some = await idsWithWord(scope, objectType, properties, pattern);
    const others = ids;
    ids = others ? new Set([...some].filter((id) => others.has(id))) : some;
    if (ids.size === 0) break;
  }
  return [...Float64Array.from(ids ?? []).sort()].reverse();
}

async function idsWithWord(scope: Scope, objectType: string, properties: readonly string[], pattern: string): Promise<Set<number>> {
  const { connection, account } = scope;
  const ofType = sql`matching.account_id = ${account} and matching.object_type = ${objectType}`;
  const isMatch = hasWord(connection.dialect, properties, pattern);
  const range = wordRange(pattern);
  const ids = new Set<number>();
  for (let from: Fragment | undefined = range.from; from; ) {
    // Each statement has one lower and one upper limit, because SQLite uses only one of each to find rows.
    const start: Fragment = from;
    from = await inTurn(scope, async () => {
      const others = tokensASlice - 1;
      const [last] = await execute(
        connection,
        sql`select token, property, record_id from search_tokens as matching where ${ofType} and ${start} and ${range.to}
          order by token, property, record_id limit 1 offset ${others}`,
      );
      const end = last && sql`(${last["token"]}, ${last["property"]}, ${last["record_id"]})`;
      const to = end ? sql`${place} <= ${end}` : range.to;
      // SQLite tests the conditions in this order. The limits match almost every row, so they come last.
      const rows = await execute(
        connection,
        sql`select distinct record_id as id from search_tokens as matching where ${isMatch} and ${ofType} and ${start} and ${to}`,
      );
      for (const { id } of rows) ids.add(Number(id));
      return end && sql`${place} > ${end}`;
    });
  }
  return ids;
}

/** Orders rows as a search does: by key, with null last, and then by id. */
function compareRows(one: SearchRow, other: SearchRow, descending: boolean): number {
  if (one.key === other.key) return Number(one.id) - Number(other.id);
  if (one.key === null || other.key === null) return one.key === null ? 1 : -1;
  const order =
    typeof one.key === "string" || typeof other.key === "string" ? compareBytes(String(one.key), String(other.key)) : one.key - other.key;
  return descending ? -order : order;
}

const turns = new Queue();

/** Runs the parts of large searches one by one, and other requests between them. Accounts take turns. In a transaction, runs the work immediately. */
async function inTurn<Result>({ account, transactions }: Scope, work: () => Promise<Result>): Promise<Result> {
  if (!transactions) return work();
  const afterOthers = async () => {
    await setImmediate();
    return work();
  };
  return turns.run(afterOthers, { lane: account });
}
