import { execute, type Fragment, join, raw, sql } from "../sql/fragment.ts";
import type { Scope } from "../sql/scope.ts";
import type { Search } from "./search.ts";
import { type Condition, indexRows, isSelective } from "./statement/conditions.ts";
import { SearchedRecords } from "./statement/searchedRecords.ts";
import { byCreation, groupsOf, startOf } from "./statement/searchStatement.ts";

// A search within this limit takes less than a tenth of a second.
const maxRows = 40_000;
const maxScans = 20;

/** Whether a search reads few rows. Reads few rows itself. */
export async function isNarrow(scope: Scope, objectType: string, search: Search): Promise<boolean> {
  const scans = scansOf(scope, objectType, search);
  let left = maxRows;
  for (let index = 0; index < scans.length && left >= 0; index += maxScans) {
    const counts = scans.slice(index, index + maxScans).map(({ rows, lookups }) => {
      const limit = Math.floor(left / lookups) + 1;
      return sql`${lookups} * (select count(*) from (select 1 from ${rows} limit ${limit}) as rows)`;
    });
    const [row] = await execute(scope.connection, sql`select ${join(counts, " + ")} as rows`);
    left -= Number(row?.["rows"]);
  }
  return left >= 0;
}

/** A range of an index that a search reads, and the number of lookups for each of its rows. */
interface Scan {
  readonly rows: Fragment;
  readonly lookups: number;
}

function scansOf(scope: Scope, objectType: string, search: Search): Scan[] {
  const { query = [], sort = byCreation } = search;
  const records = new SearchedRecords(scope, objectType);
  const sorting = "field" in sort && sort.field !== "updatedAt" ? 0 : 1;
  const queryConditions: Condition[] = query.length > 0 ? [{ test: "query", ids: raw(""), negated: false }] : [];
  const scans = [
    ...query.flatMap((group) => scansOfGroup(records, group, sorting + search.groups.flat().length)),
    ...groupsOf(search).flatMap((group) => scansOfGroup(records, [...group, ...queryConditions], sorting)),
  ];
  // Many patterns read the same range.
  return [...Map.groupBy(scans, ({ rows }) => JSON.stringify(rows)).values()].map((same) => ({
    rows: (same as [Scan])[0].rows,
    lookups: same.reduce((sum, { lookups }) => sum + lookups, 0),
  }));
}

/** @param lookups for each record of the group, in addition to those that test its conditions */
function scansOfGroup(records: SearchedRecords, group: readonly Condition[], lookups: number): Scan[] {
  const start = startOf(group);
  const others = group.filter((condition) => condition !== start);
  return [
    ...indexRows(records, start).map((rows) => ({ rows, lookups: 1 + others.length + lookups })),
    ...others
      .filter((condition) => !isSelective(condition))
      .flatMap((condition) => indexRows(records, condition).map((rows) => ({ rows, lookups: 1 }))),
  ];
}
