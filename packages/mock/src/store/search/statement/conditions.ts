import { among, type Fragment, join, raw, sql } from "../../sql/fragment.ts";
import { keyOf, nameOf } from "../../sql/text.ts";
import { numberOf } from "../../values.ts";
import { optionToken } from "../indexable.ts";
import type { SearchCondition, Test, WordsCondition } from "../search.ts";
import { comparedColumn, testsField, testsKey, testsValue, within } from "./comparisons.ts";
import type { SearchedRecords } from "./searchedRecords.ts";
import { hasWord, isInRange, isOpen } from "./words.ts";

/** The query of a search is an additional condition of every group. */
export type Condition = SearchCondition | { readonly test: "query"; readonly ids: Fragment; readonly negated: false };

/** A condition on one row of a table, which an index lookup can test for a single record. */
type RowCondition = Test<"present" | "equals" | "range" | "fieldEquals" | "fieldRange">;

/** Selects the ids of the records that meet a condition, whether or not it is negated. */
export function matching(records: SearchedRecords, condition: Condition): Fragment {
  if (hasOptions(condition)) return matchingOptions(records, condition);
  switch (condition.test) {
    case "query":
      return condition.ids;
    case "words":
      return matchingWords(records, condition);
    case "associated":
      return associatedRecords(records, condition);
    default: {
      const { table, test } = rowOf(records, condition);
      return sql`
        select matching.record_id as id, matching.created_at from ${raw(table)} as matching
        where ${records.ofWholeType("matching")} and ${test}`;
    }
  }
}

/**
 * Tests whether the record `start.id` meets a condition. Avoids forms that the databases convert to a join, because Postgres would run a
 * nested loop while it has no statistics.
 */
export function holds(records: SearchedRecords, condition: Condition): Fragment {
  if (condition.test === "range") return isValueWithin(records, condition);
  if (condition.test === "associated" && records.slice) return isAssociated(records, condition);
  if (!isSelective(condition)) return sql`(start.id in (${matching(records, condition)})) is ${raw(condition.negated ? "false" : "true")}`;
  const { table, test } = rowOf(records, condition);
  const matches = sql`select count(*) from ${raw(table)} as matching where ${records.ofRecord("matching", "start")} and ${test}`;
  return sql`(${matches}) ${raw(condition.negated ? "= 0" : "> 0")}`;
}

/** The rows of indexes that the database reads to find the records that meet a condition. Not all of the rows need match. */
export function indexRows(records: SearchedRecords, condition: Condition | undefined): Fragment[] {
  if (condition === undefined) return [sql`search_records as matching where ${records.ofWholeType("matching")}`];
  switch (condition.test) {
    case "query":
      return [];
    case "words":
      return condition.patterns.map(
        (pattern) => sql`search_tokens as matching where ${records.ofType("matching")} and ${isInRange(pattern)}`,
      );
    case "associated":
      return [sql`associations as links where ${linksFrom(records, condition)}`];
    case "fieldEquals":
    case "fieldRange":
      return [sql`search_records as matching where ${records.ofWholeType("matching")} and ${testsField(records.dialect, condition)}`];
    default: {
      const isOfProperty = sql`${records.ofWholeType("matching")} and matching.property = ${keyOf(condition.property)}`;
      const values = sql`search_values as matching where ${isOfProperty}${testsKey(records.dialect, condition)}`;
      return hasOptions(condition) ? [values, sql`search_tokens as matching where ${hasOption(records, condition)}`] : [values];
    }
  }
}

/** Whether a condition can be tested for a single record with an index lookup. */
export function isSelective(condition: Condition): condition is RowCondition {
  const { test } = condition;
  return test !== "words" && test !== "associated" && test !== "query" && !hasOptions(condition);
}

function rowOf({ dialect }: SearchedRecords, condition: RowCondition): { readonly table: string; readonly test: Fragment } {
  if ("field" in condition) return { table: "search_records", test: testsField(dialect, condition) };
  const isOfProperty = sql`matching.property = ${keyOf(condition.property)}`;
  return { table: "search_values", test: sql`${isOfProperty}${testsKey(dialect, condition)}${testsValue(dialect, condition)}` };
}

function isValueWithin(records: SearchedRecords, condition: Test<"range">): Fragment {
  const value = sql`(
    select ${comparedColumn(condition.by, "own")} from search_values as own
    where ${records.ofRecord("own", "start")} and own.property = ${keyOf(condition.property)})`;
  return within(value, condition, condition.by);
}

function hasOptions(condition: Condition): condition is Test<"equals"> {
  return condition.test === "equals" && condition.hasOptions === true;
}

/** The whole value, or one of the options in it, is equal. */
function matchingOptions(records: SearchedRecords, condition: Test<"equals">): Fragment {
  return sql`
    select distinct options.id from (
      select own.id from (${matching(records, { ...condition, hasOptions: false })}) as own union all
      select matching.record_id as id from search_tokens as matching where ${hasOption(records, condition)}
    ) as options`;
}

function hasOption(records: SearchedRecords, { property, values }: Test<"equals">): Fragment {
  const tokens = values.map((value) => optionToken(String(value)));
  return sql`
    ${records.ofTokens("matching")} and matching.property = ${keyOf(property)} and ${among(records.dialect, "matching.token", tokens)}`;
}

/** In a slice, the records with words that match patterns with `*` have been found before. */
function matchingWords(records: SearchedRecords, condition: WordsCondition): Fragment {
  const { properties, patterns } = condition;
  const { slice } = records;
  const before = slice && patterns.some(isOpen) ? [withIds(records, slice.idsWithWords(condition))] : [];
  const inStatement = patterns
    .filter((pattern) => !slice || !isOpen(pattern))
    .map((pattern) => records.once(withWord(records, properties, pattern)));
  const [first, ...others] = [...before, ...inStatement];
  if (first === undefined) return raw("select 0 as id where 1 = 0");
  if (others.length === 0) return first;
  return sql`select words.id from (${first}) as words where ${allOf(others.map((ids) => sql`(words.id in (${ids})) is true`))}`;
}

function withIds(records: SearchedRecords, ids: readonly number[]): Fragment {
  return sql`
    select matching.record_id as id from search_records as matching
    where ${records.ofType("matching")} and ${among(records.dialect, "matching.record_id", ids)}`;
}

function withWord(records: SearchedRecords, properties: readonly string[], pattern: string): Fragment {
  return sql`
    select distinct matching.record_id as id from search_tokens as matching
    where ${records.ofTokens("matching")} and ${isInRange(pattern)} and ${hasWord(records.dialect, properties, pattern)}`;
}

/** Associations are stored in both directions, so they are read from the other record. */
function associatedRecords(records: SearchedRecords, condition: Test<"associated">): Fragment {
  return sql`
    select distinct links.to_id as id from associations as links
    where ${linksFrom(records, condition)} and links.to_type = ${records.objectType} and
      (${isIndexed("links.from_type", "links.from_id")}) > 0 and (${isIndexed("links.to_type", "links.to_id")}) > 0`;
}

function linksFrom(records: SearchedRecords, { toType, ids }: Test<"associated">): Fragment {
  return sql`links.account_id = ${records.account} and links.from_type = ${nameOf(toType)}${isEnd(records, "links.from_id", ids)}`;
}

function isAssociated(records: SearchedRecords, { toType, ids, negated }: Test<"associated">): Fragment {
  return sql`(
    select count(*) from (
      select 1 from associations as links
      where links.account_id = ${records.account} and links.from_type = ${records.objectType} and links.from_id = start.id
        and links.to_type = ${nameOf(toType)}${isEnd(records, "links.to_id", ids)}
        and (${isIndexed("links.to_type", "links.to_id")}) > 0
      limit 1) as one) ${raw(negated ? "= 0" : "> 0")}`;
}

function isEnd({ dialect }: SearchedRecords, column: string, ids: readonly string[] | undefined): Fragment {
  if (!ids) return raw("");
  return sql` and ${among(
    dialect,
    column,
    ids.map(numberOf).filter((id) => id !== undefined),
  )}`;
}

function isIndexed(type: string, id: string): Fragment {
  return raw(
    `select count(*) from search_records as ends where ends.account_id = links.account_id and ends.object_type = ${type} and ends.record_id = ${id}`,
  );
}

/** Nests the conditions, because SQLite limits the depth of a chain of conditions to 1,000. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  if (conditions.length === 0) return raw("true");
  if (conditions.length <= 2) return join(conditions, " and ");
  const half = Math.ceil(conditions.length / 2);
  return sql`(${allOf(conditions.slice(0, half))}) and (${allOf(conditions.slice(half))})`;
}
