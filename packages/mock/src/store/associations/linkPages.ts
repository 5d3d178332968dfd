import type { Connection } from "../sql/connection.ts";
import { number, statement, text } from "../sql/statement.ts";
import { keyOf, numberOf, textOf } from "../sql/text.ts";
import type { Link, PageStart } from "../store.ts";

export interface LinkRow {
  readonly from_type: string;
  readonly from_id: number;
  readonly type_id: number;
  readonly to_id: number;
  readonly to_type: string;
}

/** In the order of the key. */
export const columns = ["from_type", "from_id", "type_id", "to_id", "to_type"] as const;

interface Pages {
  readonly account: number;
  /** The place of the start, and where it begins. */
  readonly rows: readonly (readonly [start: number, fromType: string, fromId: number, typeId: number, after: number])[];
  readonly limit: number;
}

// The index has the links of one type from one record together, in their order: a page reads no more of them than it has.
const selectPages = statement<Pages, LinkRow & { start: number }>(({ db, value, entries, dialect }) => {
  const following = db
    .selectFrom("associations")
    .select(columns)
    .where("account_id", "=", value("account"))
    .where("from_type", "=", text(1))
    .where("from_id", "=", number(2))
    .where("type_id", "=", number(3))
    .where("to_id", ">", number(4))
    .orderBy("to_id")
    .limit(value("limit"));
  const starts = db.selectFrom(entries("rows"));
  if (dialect.lateral) {
    const pages = starts.crossJoinLateral(following.as("page"));
    return pages
      .select([number(0).as("start"), ...inPage])
      .orderBy("start")
      .orderBy("page.to_id");
  }
  // A cross join keeps its order in SQLite.
  return starts
    .crossJoin("associations as page")
    .select([number(0).as("start"), ...inPage])
    .where("page.account_id", "=", value("account"))
    .where("page.from_type", "=", text(1))
    .where("page.from_id", "=", number(2))
    .where("page.type_id", "=", number(3))
    .where("page.to_id", ">", number(4))
    .where("page.to_id", "<=", ({ selectFrom }) =>
      selectFrom(following.as("following")).select(({ fn }) => fn.max("following.to_id").as("last")),
    )
    .orderBy("start")
    .orderBy("page.to_id");
});

const inPage = columns.map((column) => `page.${column}` as const);

/** Reads a page for each start: the links that follow it, at most `limit`. What is no id has none. */
export async function readPages(connection: Connection, account: number, starts: readonly PageStart[], limit: number): Promise<Link[][]> {
  const pages = starts.map((): Link[] => []);
  const rows = starts.flatMap(({ fromType, fromId, typeId, after }, index): Pages["rows"][number][] => {
    const id = numberOf(fromId);
    return id === undefined ? [] : [[index, keyOf(fromType), id, typeId, after]];
  });
  if (rows.length === 0) return pages;
  for (const row of await selectPages(connection, { account, rows, limit })) pages[row.start]?.push(linkOf(row));
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
