import type { Dialect } from "../../sql/dialect.ts";
import { among, type Fragment, join, raw, sql } from "../../sql/fragment.ts";
import { sortableText } from "../../sql/text.ts";
import { comparedKey, keyStart } from "../indexable.ts";
import type { Comparison, SearchBound, SearchField, Test } from "../search.ts";
import { lastCharacter } from "./words.ts";

export const columnOf: Readonly<Record<SearchField, string>> = { id: "record_id", createdAt: "created_at", updatedAt: "updated_at" };

type ValueTest = Test<"present" | "equals" | "range">;

interface Bounds {
  readonly from?: SearchBound | undefined;
  readonly to?: SearchBound | undefined;
}

export function testsField(dialect: Dialect, condition: Test<"fieldEquals" | "fieldRange">): Fragment {
  const column = `matching.${columnOf[condition.field]}`;
  return condition.test === "fieldRange" ? within(raw(column), condition, "number") : among(dialect, column, condition.values);
}

/**
 * Tests a value by the columns of an index. A key is folded and may be cut, so other values than those that meet the condition can pass;
 * `testsValue` excludes them.
 */
export function testsKey(dialect: Dialect, condition: ValueTest): Fragment {
  if (condition.test === "present") return raw("");
  const { by } = condition;
  if (condition.test === "range") {
    if (by === "exact") return raw("");
    return sql` and ${by === "number" ? within(comparedColumn(by, "matching"), condition, by) : startsWithin(condition)}`;
  }
  if (by === "number") return sql` and ${among(dialect, "matching.number", condition.values)}`;
  const texts = condition.values.map(String);
  const keys = texts.map((text) => comparedKey(sortableText(by === "exact" ? text.toLowerCase() : text)));
  return sql` and ${among(dialect, "matching.value", keys)}`;
}

export function testsValue(dialect: Dialect, condition: ValueTest): Fragment {
  if (condition.test === "present" || condition.by === "number") return raw("");
  const { by } = condition;
  if (condition.test === "range") return sql` and ${within(comparedColumn(by, "matching"), condition, by)}`;
  if (by === "folded") return raw("");
  const texts = condition.values.map((value) => sortableText(String(value)));
  return sql` and ${among(dialect, comparedText(by, "matching"), texts)}`;
}

export function comparedColumn(by: Comparison, table: string): Fragment {
  return raw(comparedText(by, table));
}

function comparedText(by: Comparison, table: string): string {
  if (by === "number") return `${table}.number`;
  const columns = `${table}.long_value, ${table}.value`;
  return by === "folded" ? `coalesce(${columns})` : `coalesce(${table}.exact, ${columns})`;
}

/** Tests the key of a text. Every text within the bounds has such a key, and some other texts do too. */
function startsWithin({ from, to }: Bounds): Fragment {
  const start = ({ value }: SearchBound) => keyStart(sortableText(String(value)));
  const parts = [
    ...(from ? [sql`matching.value >= ${start(from)}`] : []),
    ...(to ? [sql`matching.value < ${start(to) + lastCharacter}`] : []),
  ];
  return join(parts, " and ");
}

export function within(column: Fragment, { from, to }: Bounds, by: Comparison): Fragment {
  const bound = ({ value }: SearchBound) => (by === "number" ? value : sortableText(String(value)));
  const parts = [
    ...(from ? [sql`${column} ${raw(from.inclusive ? ">=" : ">")} ${bound(from)}`] : []),
    ...(to ? [sql`${column} ${raw(to.inclusive ? "<=" : "<")} ${bound(to)}`] : []),
  ];
  return join(parts, " and ");
}
