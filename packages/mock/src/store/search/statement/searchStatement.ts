import { type Fragment, join, raw, sql } from "../../sql/fragment.ts";
import type { Scope } from "../../sql/scope.ts";
import { keyOf } from "../../sql/text.ts";
import type { Search } from "../search.ts";
import { columnOf, comparedColumn } from "./comparisons.ts";
import { allOf, type Condition, holds, isSelective, matching } from "./conditions.ts";
import { SearchedRecords, type Slice } from "./searchedRecords.ts";

export const byCreation = { field: "createdAt", descending: false } as const;

/**
 * Selects the number of matching records, and the ids and sort keys of those on one page. For an empty page, the result is one row without
 * an id. For example, a search for a status and the word `anna` becomes, without accounts and types:
 *
 *     with
 *       once0 as (select record_id as id from search_tokens where token = 'anna'),
 *       found as (
 *         select id from (select record_id as id from search_values where property = 'status' and value = 'open') as start
 *         where start.id in (select id from once0)
 *       )
 *     select total, id, key from (select count(*) as total from found)
 *     left join (select id, created_at as key from … order by key limit 10) on true
 *
 * A group starts from the condition that probably matches the fewest records, and tests the others for each of them.
 */
export function searchStatement(scope: Scope, objectType: string, search: Search, slice?: Slice): Fragment {
  const { query = [], sort = byCreation, offset, limit } = search;
  const records = new SearchedRecords(scope, objectType, slice);
  const queryConditions: Condition[] =
    query.length > 0 ? [{ test: "query", ids: records.once(anyOf(records, query)), negated: false }] : [];
  const groups = groupsOf(search).map((group) => [...group, ...queryConditions]);
  const hasKeys = "field" in sort && sort.field === "createdAt" && groups.every((group) => readsCreation(records, group));
  const matches = anyOf(records, groups, hasKeys ? "id, created_at" : "id");
  const keys = hasKeys ? raw("select found.id, found.created_at as key from found") : sortKeys(records, sort);
  const page = sql`
    select keyed.id, keyed.key from (${keys}) as keyed
    order by keyed.key ${raw(sort.descending ? "desc" : "asc")} nulls last, keyed.id limit ${limit} offset ${offset}`;
  return sql`
    select result.total, result.id, result.key from (
      with ${join([...records.sharedTables, sql`found as materialized (${matches})`], ", ")}
      select counted.total, page.id, page.key
      from (select count(*) as total from found) as counted
      left join (${page}) as page on true
    ) as result`;
}

/** Without groups, every record matches. */
export function groupsOf({ groups }: Search): Search["groups"] {
  return groups.length > 0 ? groups : [[]];
}

/** Returns the condition with which a search of all records starts. Without one, the search starts from all records. */
export function startOf(conditions: readonly Condition[]): Condition | undefined {
  const [first] = conditions.filter(({ negated }) => !negated).toSorted((one, other) => breadth(one) - breadth(other));
  return first;
}

/** A condition with a lower rank is likely to match fewer records. */
function breadth(condition: Condition): number {
  const ranks = { fieldEquals: 0, associated: 1, equals: 2, words: 3, query: 4, range: 5, fieldRange: 6, present: 7 };
  return condition.test === "words" && condition.patterns[0]?.startsWith("*") ? 8 : ranks[condition.test];
}

/** The search in a slice starts from all of its records. */
function startIn({ slice }: SearchedRecords, conditions: readonly Condition[]): Condition | undefined {
  return slice ? undefined : startOf(conditions);
}

/** Whether the rows from which a group starts contain creation times, so that sorting needs no other rows. */
function readsCreation(records: SearchedRecords, group: readonly Condition[]): boolean {
  const start = startIn(records, group);
  if (start === undefined || "field" in start) return true;
  return isSelective(start) && !records.dialect.indexesContainKeys;
}

/** Selects the records that match at least one group. Groups that start from the same condition are tested together. */
function anyOf(records: SearchedRecords, groups: readonly (readonly Condition[])[], columns: "id" | "id, created_at" = "id"): Fragment {
  const byStart = new Map<string, { start: Fragment; tests: Map<string, Fragment> }>();
  for (const conditions of groups) {
    const first = startIn(records, conditions);
    const start = first ? matching(records, first) : everyRecord(records);
    const test = allOf(conditions.filter((condition) => condition !== first).map((condition) => holds(records, condition)));
    const key = JSON.stringify(start);
    const { tests } = byStart.get(key) ?? { tests: new Map<string, Fragment>() };
    byStart.set(key, { start, tests: tests.set(JSON.stringify(test), sql`(${test})`) });
  }
  const all = [...byStart.values()].map(
    ({ start, tests }) => sql`select ${raw(columns)} from (${start}) as start where ${join([...tests.values()], " or ")}`,
  );
  if (all.length === 1) return join(all, "");
  // `union all` is used, because with `union`, SQLite would read all records of the type in the order of their ids.
  return sql`select distinct ${raw(columns)} from (${join(all, " union all ")}) as matches`;
}

function everyRecord(records: SearchedRecords): Fragment {
  return sql`select record_id as id, created_at from search_records as every where ${records.ofWholeType("every")}`;
}

/** Selects the ids of the found records with their sort keys. */
function sortKeys(records: SearchedRecords, sort: NonNullable<Search["sort"]>): Fragment {
  if ("field" in sort) {
    if (sort.field === "id") return raw("select found.id, found.id as key from found");
    return sql`
      select sorted.record_id as id, sorted.${raw(columnOf[sort.field])} as key from search_records as sorted
      where ${records.ofType("sorted")} and ${raw(records.dialect.amongSelected("sorted.record_id", "select id from found"))}`;
  }
  return sql`
    select found.id, (
      select ${comparedColumn(sort.by, "sorted")} from search_values as sorted
      where ${records.ofRecord("sorted", "found")} and sorted.property = ${keyOf(sort.property)}
    ) as key from found`;
}
