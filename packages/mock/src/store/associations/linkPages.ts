import type { Connection } from "../sql/connection.ts";
import { number, statement, text } from "../sql/statement.ts";
import { keyOf, textOf } from "../sql/text.ts";
import { numberOf } from "../values.ts";
import type { Link, PageStart } from "./associationStore.ts";

export interface LinkRow {
  readonly from_type: string;
  readonly from_id: number;
  readonly type_id: number;
  readonly to_id: number;
  readonly to_type: string;
}

/** The columns are in the order of the primary key. */
export const columns = "from_type, from_id, type_id, to_id, to_type";

type Start = readonly [index: number, fromType: string, fromId: number, typeId: number, after: number];

// In primary key order, the links of each type and record are contiguous and sorted, so a query reads only the links of its page.
const followStart = `
  account_id = :account and from_type = ${text(1)} and from_id = ${number(2)} and type_id = ${number(3)} and to_id > ${number(4)}`;

const selectPages = statement<{ account: number; starts: string; limit: number }, LinkRow & { start: number }>(({ entries, lateral }) =>
  lateral
    ? `select ${number(0)} as start, ${columns}
         from ${entries(":starts")}
         cross join lateral (select ${columns} from associations where ${followStart} order by to_id limit :limit) as page
         order by start, to_id`
    : // A cross join prevents SQLite from reordering the tables.
      `select ${number(0)} as start, ${columns}
         from ${entries(":starts")} cross join associations as page
         where ${followStart} and to_id <= (
           select max(to_id) from (select to_id from associations where ${followStart} order by to_id limit :limit)
         )
         order by start, to_id`,
);

export async function readPages(connection: Connection, account: number, starts: readonly PageStart[], limit: number): Promise<Link[][]> {
  const pages = starts.map((): Link[] => []);
  const validStarts = starts.flatMap(({ fromType, fromId, typeId, after }, index): Start[] => {
    const id = numberOf(fromId);
    return id === undefined ? [] : [[index, keyOf(fromType), id, typeId, after]];
  });
  if (validStarts.length === 0) return pages;
  const rows = await selectPages(connection, { account, starts: JSON.stringify(validStarts), limit });
  for (const row of rows) pages[row.start]?.push(linkOf(row));
  return pages;
}

export function linkOf(row: LinkRow): Link {
  return {
    fromType: textOf(row.from_type),
    fromId: String(row.from_id),
    typeId: row.type_id,
    toType: textOf(row.to_type),
    toId: String(row.to_id),
  };
}
