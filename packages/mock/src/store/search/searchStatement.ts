import type { Dialect } from "../sql/dialect.ts";
import { among, type Fragment, joined, raw, sql } from "../sql/fragment.ts";
import type { Scope } from "../sql/scope.ts";
import { keyOf, nameOf, sortableText } from "../sql/text.ts";
import { numberOf } from "../values.ts";
import { comparedKey, keyStart, optionToken } from "./indexable.ts";
import type { Comparison, Search, SearchBound, SearchCondition, SearchField } from "./search.ts";

const columnOf: Readonly<Record<SearchField, string>> = { id: "record_id", createdAt: "created_at", updatedAt: "updated_at" };

/** A character that sorts after every character in a key. */
const lastCharacter = "\u{10ffff}";

/** The character that sorts before all other letters, marks and digits. The tokens of options sort before it. */
const firstWordCharacter = "0";

/** The words of the query are an additional condition in every group. */
type Condition = SearchCondition | { readonly test: "query"; readonly ids: Fragment; readonly negated: false };
type Test<Name extends Condition["test"]> = Extract<Condition, { readonly test: Name }>;
type ValueTest = Test<"present" | "equals" | "range">;

export type WordsCondition = Test<"words">;

/** The records of a type whose ids are greater than `after`, up to `upTo`. */
export interface Slice {
  readonly after: number;
  readonly upTo: number;
  /** Returns the records of the slice that have a matching word for each pattern with `*` of the condition. */
  readonly idsWithWords: (condition: WordsCondition) => readonly number[];
}

/**
 * Selects the number of matching records, and the ids and sort keys of those on one page. For an empty page, the result is one row without
 * an id.
 */
export function searchStatement(scope: Scope, objectType: string, search: Search, slice?: Slice): Fragment {
  return new SearchStatement(scope, objectType, slice).of({ query: [], sort: byCreation, ...search });
}

/** A range of an index that a search reads, and the number of lookups for each of its rows. */
export interface Scan {
  readonly rows: Fragment;
  readonly lookups: number;
}

export function scansOf(scope: Scope, objectType: string, search: Search): Scan[] {
  const scans = new SearchStatement(scope, objectType).scans({ query: [], sort: byCreation, ...search });
  if (scans.length < 2) return scans;
  // Many patterns read the same range.
  return [...Map.groupBy(scans, ({ rows }) => JSON.stringify(rows)).values()].map((same) => ({
    rows: (same as [Scan])[0].rows,
    lookups: same.reduce((sum, { lookups }) => sum + lookups, 0),
  }));
}

export const byCreation = { field: "createdAt", descending: false } as const;

class SearchStatement {
  readonly #scope: Scope;
  readonly #objectType: string;
  readonly #slice: Slice | undefined;
  readonly #tables = new Map<string, { readonly ids: Fragment; readonly definition: Fragment }>();

  constructor(scope: Scope, objectType: string, slice?: Slice) {
    this.#scope = scope;
    this.#objectType = objectType;
    this.#slice = slice;
  }

  of({ groups, query, sort, offset, limit }: Required<Omit<Search, "at" | "now">>): Fragment {
    const queried: Condition[] = query.length > 0 ? [{ test: "query", ids: this.#once(this.#anyOf(query)), negated: false }] : [];
    const all = (groups.length > 0 ? groups : [[]]).map((group) => [...group, ...queried]);
    const hasKeys = "field" in sort && sort.field === "createdAt" && all.every((group) => this.#readsCreation(this.#startOf(group)));
    const found = this.#anyOf(all, hasKeys ? "id, created_at" : "id");
    const keyed = hasKeys ? raw("select found.id, found.created_at as key from found") : this.#keyed(sort);
    const page = sql`
      select keyed.id, keyed.key from (${keyed}) as keyed
      order by keyed.key ${raw(sort.descending ? "desc" : "asc")} nulls last, keyed.id limit ${limit} offset ${offset}`;
    const tables = [...this.#tables.values()].map(({ definition }) => definition);
    return sql`
      select result.total, result.id, result.key from (
        with ${joined([...tables, sql`found as materialized (${found})`], ", ")}
        select counted.total, page.id, page.key
        from (select count(*) as total from found) as counted
        left join (${page}) as page on true
      ) as result`;
  }

  scans({ groups, query, sort }: Required<Omit<Search, "at" | "now">>): Scan[] {
    const sorting = "field" in sort && sort.field !== "updatedAt" ? 0 : 1;
    const ofGroup = (group: readonly Condition[], lookups: number): Scan[] => {
      const start = startOf(group);
      const others = group.filter((condition) => condition !== start);
      return [
        ...this.#read(start).map((rows) => ({ rows, lookups: 1 + others.length + lookups })),
        ...others
          .filter((condition) => !isSelective(condition))
          .flatMap((condition) => this.#read(condition).map((rows) => ({ rows, lookups: 1 }))),
      ];
    };
    const queried: Condition[] = query.length > 0 ? [{ test: "query", ids: raw(""), negated: false }] : [];
    const all = groups.length > 0 ? groups : [[]];
    return [
      ...query.flatMap((group) => ofGroup(group, sorting + groups.flat().length)),
      ...all.flatMap((group) => ofGroup([...group, ...queried], sorting)),
    ];
  }

  /** Selects the rows of indexes that the database reads to find the records that meet the condition. Not all of the rows need match. */
  #read(condition: Condition | undefined): Fragment[] {
    if (condition === undefined) return [sql`search_records as matching where ${this.#ofWholeType("matching")}`];
    switch (condition.test) {
      case "query":
        return [];
      case "words":
        return condition.patterns.map(
          (pattern) => sql`search_tokens as matching where ${this.#ofType("matching")} and ${isInRange(pattern)}`,
        );
      case "associated":
        return [sql`associations as links where ${this.#linksFrom(condition)}`];
      case "fieldEquals":
      case "fieldRange":
        return [sql`search_records as matching where ${this.#ofWholeType("matching")} and ${this.#fieldTest(condition)}`];
      default: {
        const values = sql`search_values as matching where ${this.#ofProperty(condition)}${this.#keyTest(condition)}`;
        return hasOptions(condition) ? [values, sql`search_tokens as matching where ${this.#hasOption(condition)}`] : [values];
      }
    }
  }

  /** Whether a search that starts from the condition reads rows with creation times, so that sorting needs no other rows. */
  #readsCreation(start: Condition | undefined): boolean {
    if (start === undefined || "field" in start) return true;
    return isSelective(start) && !this.#scope.connection.dialect.indexesContainKeys;
  }

  /** Selects the ids of the found records with their sort keys. */
  #keyed(sort: Required<Search>["sort"]): Fragment {
    if ("field" in sort) {
      if (sort.field === "id") return raw("select found.id, found.id as key from found");
      const { amongSelected } = this.#scope.connection.dialect;
      return sql`
        select sorted.record_id as id, sorted.${raw(columnOf[sort.field])} as key from search_records as sorted
        where ${this.#ofType("sorted")} and ${raw(amongSelected("sorted.record_id", "select id from found"))}`;
    }
    return sql`
      select found.id, (
        select ${compared(sort.by, "sorted")} from search_values as sorted
        where ${this.#ofRecord("sorted", "found")} and sorted.property = ${keyOf(sort.property)}
      ) as key from found`;
  }

  /** Selects ids from a table that the database fills only once, even if several conditions select from it. */
  #once(selected: Fragment): Fragment {
    const key = JSON.stringify(selected);
    const known = this.#tables.get(key);
    if (known) return known.ids;
    const name = `once${this.#tables.size}`;
    const ids = raw(`select ${name}.id from ${name}`);
    this.#tables.set(key, { ids, definition: sql`${raw(name)} as materialized (${selected})` });
    return ids;
  }

  /** Selects the records that match at least one group. Groups that start from the same condition are tested together. */
  #anyOf(groups: readonly (readonly Condition[])[], columns: "id" | "id, created_at" = "id"): Fragment {
    const byStart = new Map<string, { start: Fragment; tests: Map<string, Fragment> }>();
    for (const conditions of groups) {
      const { start, test } = this.#group(conditions);
      const key = JSON.stringify(start);
      const { tests } = byStart.get(key) ?? { tests: new Map<string, Fragment>() };
      byStart.set(key, { start, tests: tests.set(JSON.stringify(test), sql`(${test})`) });
    }
    const all = [...byStart.values()].map(
      ({ start, tests }) => sql`select ${raw(columns)} from (${start}) as start where ${joined([...tests.values()], " or ")}`,
    );
    if (all.length === 1) return joined(all, "");
    // `union all` is used, because with `union`, SQLite would read all records of the type in the order of their ids.
    return sql`select distinct ${raw(columns)} from (${joined(all, " union all ")}) as matches`;
  }

  #group(conditions: readonly Condition[]): { start: Fragment; test: Fragment } {
    const first = this.#startOf(conditions);
    const start = first
      ? this.#matching(first)
      : sql`select record_id as id, created_at from search_records as every where ${this.#ofWholeType("every")}`;
    return { start, test: allOf(conditions.filter((condition) => condition !== first).map((condition) => this.#holds(condition))) };
  }

  /** The search in a slice starts from all of its records. */
  #startOf(conditions: readonly Condition[]): Condition | undefined {
    return this.#slice ? undefined : startOf(conditions);
  }

  /** Avoids forms that the databases convert to a join, because Postgres would run a nested loop while it has no statistics. */
  #holds(condition: Condition): Fragment {
    if (condition.test === "range") return this.#isInRange(condition);
    if (condition.test === "associated" && this.#slice) return this.#isAssociated(condition);
    if (!isSelective(condition)) return sql`(start.id in (${this.#matching(condition)})) is ${raw(condition.negated ? "false" : "true")}`;
    return sql`(${this.#matching(condition, true)}) ${raw(condition.negated ? "= 0" : "> 0")}`;
  }

  #isInRange(condition: Test<"range">): Fragment {
    const value = sql`(
      select ${compared(condition.by, "own")} from search_values as own
      where ${this.#ofRecord("own", "start")} and own.property = ${keyOf(condition.property)})`;
    return within(value, condition, condition.by);
  }

  /** Ignores the condition's negation. @param ofStart whether to count the matches of `start.id` instead of selecting them */
  #matching(condition: Condition, ofStart: boolean = false): Fragment {
    const what = raw(ofStart ? "count(*)" : "matching.record_id as id, matching.created_at");
    const which = ofStart ? this.#ofRecord("matching", "start") : this.#ofWholeType("matching");
    if (hasOptions(condition)) return this.#options(condition);
    switch (condition.test) {
      case "query":
        return condition.ids;
      case "words":
        return this.#words(condition);
      case "associated":
        return this.#associated(condition);
      case "fieldEquals":
      case "fieldRange":
        return sql`
          select ${what} from search_records as matching
          where ${which} and ${this.#fieldTest(condition)}`;
      default:
        return sql`
          select ${what} from search_values as matching
          where ${which} and matching.property = ${keyOf(condition.property)}${this.#keyTest(condition)}${this.#valueTest(condition)}`;
    }
  }

  #options(condition: Test<"equals">): Fragment {
    return sql`
      select distinct options.id from (
        select own.id from (${this.#matching({ ...condition, hasOptions: false })}) as own union all
        select matching.record_id as id from search_tokens as matching where ${this.#hasOption(condition)}
      ) as options`;
  }

  #hasOption({ property, values }: Test<"equals">): Fragment {
    const tokens = values.map((value) => optionToken(String(value)));
    return sql`
      ${this.#ofTokens("matching")} and matching.property = ${keyOf(property)}
      and ${among(this.#scope.connection.dialect, "matching.token", tokens)}`;
  }

  #ofProperty({ property }: ValueTest): Fragment {
    return sql`${this.#ofWholeType("matching")} and matching.property = ${keyOf(property)}`;
  }

  /** Tests the columns of an index. Every matching value meets the condition, and some other values may do too. */
  #keyTest(condition: ValueTest): Fragment {
    if (condition.test === "present") return raw("");
    const { by } = condition;
    if (condition.test === "range") {
      if (by === "exact") return raw("");
      return sql` and ${by === "number" ? within(compared(by, "matching"), condition, by) : startsWithin(condition)}`;
    }
    const { dialect } = this.#scope.connection;
    if (by === "number") return sql` and ${among(dialect, "matching.number", condition.values)}`;
    const texts = condition.values.map(String);
    const keys = texts.map((text) => comparedKey(sortableText(by === "exact" ? text.toLowerCase() : text)));
    return sql` and ${among(dialect, "matching.value", keys)}`;
  }

  /** Tests what `#keyTest` leaves open. */
  #valueTest(condition: ValueTest): Fragment {
    if (condition.test === "present" || condition.by === "number") return raw("");
    const { by } = condition;
    if (condition.test === "range") return sql` and ${within(compared(by, "matching"), condition, by)}`;
    if (by === "folded") return raw("");
    const texts = condition.values.map((value) => sortableText(String(value)));
    return sql` and ${among(this.#scope.connection.dialect, comparedColumn(by, "matching"), texts)}`;
  }

  #fieldTest(condition: Test<"fieldEquals" | "fieldRange">): Fragment {
    const column = raw(`matching.${columnOf[condition.field]}`);
    if (condition.test === "fieldRange") return within(column, condition, "number");
    return among(this.#scope.connection.dialect, `matching.${columnOf[condition.field]}`, condition.values);
  }

  #words(condition: WordsCondition): Fragment {
    const { properties, patterns } = condition;
    const slice = this.#slice;
    const lists = slice && patterns.some(isOpen) ? [this.#among(slice.idsWithWords(condition))] : [];
    const lookups = patterns
      .filter((pattern) => !slice || !isOpen(pattern))
      .map((pattern) => this.#once(this.#withWord(properties, pattern)));
    const [first, ...others] = [...lists, ...lookups];
    if (first === undefined) return raw("select 0 as id where 1 = 0");
    if (others.length === 0) return first;
    return sql`select words.id from (${first}) as words where ${allOf(others.map((ids) => sql`(words.id in (${ids})) is true`))}`;
  }

  #among(ids: readonly number[]): Fragment {
    const { dialect } = this.#scope.connection;
    return sql`
      select matching.record_id as id from search_records as matching
      where ${this.#ofType("matching")} and ${among(dialect, "matching.record_id", ids)}`;
  }

  #withWord(properties: readonly string[], pattern: string): Fragment {
    return sql`
      select distinct matching.record_id as id from search_tokens as matching
      where ${this.#ofTokens("matching")} and ${isInRange(pattern)} and ${hasWord(this.#scope.connection.dialect, properties, pattern)}`;
  }

  /** Associations are stored in both directions, so they are read from the other record. */
  #associated(condition: Test<"associated">): Fragment {
    return sql`
      select distinct links.to_id as id from associations as links
      where ${this.#linksFrom(condition)} and links.to_type = ${this.#objectType} and
        (${isIndexed("links.from_type", "links.from_id")}) > 0 and (${isIndexed("links.to_type", "links.to_id")}) > 0`;
  }

  #linksFrom({ toType, ids }: Test<"associated">): Fragment {
    const isEnd = ids ? sql` and ${among(this.#scope.connection.dialect, "links.from_id", numbersOf(ids))}` : raw("");
    return sql`links.account_id = ${this.#scope.account} and links.from_type = ${nameOf(toType)}${isEnd}`;
  }

  #isAssociated({ toType, ids, negated }: Test<"associated">): Fragment {
    const isEnd = ids ? sql` and ${among(this.#scope.connection.dialect, "links.to_id", numbersOf(ids))}` : raw("");
    return sql`(
      select count(*) from (
        select 1 from associations as links
        where links.account_id = ${this.#scope.account} and links.from_type = ${this.#objectType} and links.from_id = start.id
          and links.to_type = ${nameOf(toType)}${isEnd} and (${isIndexed("links.to_type", "links.to_id")}) > 0
        limit 1) as one) ${raw(negated ? "= 0" : "> 0")}`;
  }

  #ofRecord(table: string, other: string): Fragment {
    return sql`${this.#ofType(table)} and ${raw(`${table}.record_id = ${other}.id`)}`;
  }

  /** The indexes of values and records contain this expression, so that lookups of single records do not use them. */
  #ofWholeType(table: string): Fragment {
    if (this.#slice) return this.#ofTokens(table);
    return sql`${raw(table)}.account_id + 0 = ${this.#scope.account} and ${raw(table)}.object_type = ${this.#objectType}`;
  }

  /** The rows of tokens are ordered by record id if the token and the property are equal. */
  #ofTokens(table: string): Fragment {
    const { after, upTo } = this.#slice ?? {};
    const inSlice = upTo === undefined ? raw("") : sql` and ${raw(table)}.record_id > ${after} and ${raw(table)}.record_id <= ${upTo}`;
    return sql`${this.#ofType(table)}${inSlice}`;
  }

  #ofType(table: string): Fragment {
    return sql`${raw(table)}.account_id = ${this.#scope.account} and ${raw(table)}.object_type = ${this.#objectType}`;
  }
}

/** Returns the condition that is likely to match the fewest records. If it is undefined, a search starts from all records. */
function startOf(conditions: readonly Condition[]): Condition | undefined {
  const [first] = conditions.filter(({ negated }) => !negated).toSorted((one, other) => breadth(one) - breadth(other));
  return first;
}

/** A condition with a lower rank is likely to match fewer records. */
function breadth(condition: Condition): number {
  const ranks = { fieldEquals: 0, associated: 1, equals: 2, words: 3, query: 4, range: 5, fieldRange: 6, present: 7 };
  return condition.test === "words" && condition.patterns[0]?.startsWith("*") ? 8 : ranks[condition.test];
}

/** Whether a condition can be tested for a single record with an index lookup. */
function isSelective(condition: Condition): boolean {
  const { test } = condition;
  return test !== "words" && test !== "associated" && test !== "query" && !hasOptions(condition);
}

function hasOptions(condition: Condition): condition is Test<"equals"> {
  return condition.test === "equals" && condition.hasOptions === true;
}

/** Nests the conditions, because SQLite limits the depth of a chain of conditions to 1,000. */
function allOf(conditions: readonly Fragment[]): Fragment {
  if (conditions.length === 0) return raw("true");
  if (conditions.length <= 2) return joined(conditions, " and ");
  const half = Math.ceil(conditions.length / 2);
  return sql`(${allOf(conditions.slice(0, half))}) and (${allOf(conditions.slice(half))})`;
}

/** Whether the words that match a pattern have to be searched in a range of the index. */
export function isOpen(pattern: string): boolean {
  return pattern.includes("*");
}

/** Tests the tokens in the range of a pattern. */
export function hasWord(dialect: Dialect, properties: readonly string[], pattern: string): Fragment {
  const isOfProperty = among(dialect, "matching.property", properties.map(keyOf));
  const isPrefix = !isOpen(pattern.slice(0, -1));
  return isPrefix ? isOfProperty : sql`matching.token like ${pattern.replaceAll("*", "%")} and ${isOfProperty}`;
}

/** The limits of the words that match a pattern. The tokens of options are not within them. */
export function wordRange(pattern: string): { readonly from: Fragment; readonly to: Fragment } {
  const [start = ""] = pattern.split("*", 1);
  return {
    from: sql`matching.token >= ${start || firstWordCharacter}`,
    to: sql`matching.token < ${start + lastCharacter}`,
  };
}

function isInRange(pattern: string): Fragment {
  if (!isOpen(pattern)) return sql`matching.token = ${pattern}`;
  const { from, to } = wordRange(pattern);
  return sql`${from} and ${to}`;
}

function numbersOf(ids: readonly string[]): number[] {
  return ids.map(numberOf).filter((id) => id !== undefined);
}

function isIndexed(type: string, id: string): Fragment {
  return raw(
    `select count(*) from search_records as ends where ends.account_id = links.account_id and ends.object_type = ${type} and ends.record_id = ${id}`,
  );
}

function comparedColumn(by: Comparison, table: string): string {
  if (by === "number") return `${table}.number`;
  const folded = `${table}.long_value, ${table}.value`;
  return by === "folded" ? `coalesce(${folded})` : `coalesce(${table}.exact, ${folded})`;
}

function compared(by: Comparison, table: string): Fragment {
  return raw(comparedColumn(by, table));
}

interface Bounds {
  readonly from?: SearchBound | undefined;
  readonly to?: SearchBound | undefined;
}

/** Returns a condition on the key of a value. Every value within the bounds meets the condition, and some other values do too. */
function startsWithin({ from, to }: Bounds): Fragment {
  const start = ({ value }: SearchBound) => keyStart(sortableText(String(value)));
  const parts = [
    ...(from ? [sql`matching.value >= ${start(from)}`] : []),
    ...(to ? [sql`matching.value < ${start(to) + lastCharacter}`] : []),
  ];
  return joined(parts, " and ");
}

function within(column: Fragment, { from, to }: Bounds, by: Comparison): Fragment {
  const bound = ({ value }: SearchBound) => (by === "number" ? value : sortableText(String(value)));
  const parts = [
    ...(from ? [sql`${column} ${raw(from.inclusive ? ">=" : ">")} ${bound(from)}`] : []),
    ...(to ? [sql`${column} ${raw(to.inclusive ? "<=" : "<")} ${bound(to)}`] : []),
  ];
  return joined(parts, " and ");
}
