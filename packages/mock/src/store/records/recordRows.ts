import { sql } from "kysely";
import type { Connection } from "../sql/connection.ts";
import { number, type Statement, selected, statement, text } from "../sql/statement.ts";
import { nameOf, numberOf, textOf } from "../sql/text.ts";
import type { StoredRecord } from "../store.ts";

/** The statements on records, and how a record lies in its row. */
export interface RecordRow {
  readonly object_type: string;
  readonly id: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly archived_at: number | null;
  readonly properties: string;
}

const columns = ["object_type", "id", "created_at", "updated_at", "archived_at", "properties"] as const;

interface OfType {
  readonly account: number;
  readonly objectType: string;
}

export const selectRecords: Statement<OfType & { ids: readonly number[] }, RecordRow> = statement(({ db, value, among }) =>
  db
    .selectFrom("records")
    .select(columns)
    .where("account_id", "=", value("account"))
    .where("object_type", "=", value("objectType"))
    .where(among("id", "ids"))
    .orderBy("id"),
);

export const selectAllRecords: Statement<{ account: number }, RecordRow> = statement(({ db, value }) =>
  db.selectFrom("records").select(columns).where("account_id", "=", value("account")).orderBy("object_type").orderBy("id"),
);

/** The next records of a type, in the order of their ids. */
export const selectNextRecords: Statement<OfType & { after: number; limit: number }, RecordRow> = statement(({ db, value }) =>
  db
    .selectFrom("records")
    .select(columns)
    .where("account_id", "=", value("account"))
    .where("object_type", "=", value("objectType"))
    .where("id", ">", value("after"))
    .orderBy("id")
    .limit(value("limit")),
);

export const selectLastId: Statement<OfType, { id: number }> = statement(({ db, value }) =>
  db
    .selectFrom("records")
    .select("id")
    .where("account_id", "=", value("account"))
    .where("object_type", "=", value("objectType"))
    .orderBy("id", "desc")
    .limit(1),
);

/** The first type after another one, in the order of their bytes, of which there are records. */
const selectNextType = statement<OfType, { object_type: string }>(({ db, value }) =>
  db
    .selectFrom("records")
    .select("object_type")
    .where("account_id", "=", value("account"))
    .where("object_type", ">", value("objectType"))
    .orderBy("object_type")
    .limit(1),
);

/** The types of which there are records: a look into the index for each, not for each record. */
export async function readTypes(connection: Connection, account: number): Promise<string[]> {
  const types: string[] = [];
  let objectType = "";
  for (;;) {
    const [row] = await selectNextType(connection, { account, objectType });
    if (!row) return types;
    objectType = row.object_type;
    types.push(textOf(objectType));
  }
}

const upsert = statement<{ account: number; rows: readonly (readonly unknown[])[] }>(({ db, value, entries }) =>
  db
    .insertInto("records")
    .columns(["account_id", ...columns])
    .expression(
      db
        .selectFrom(entries("rows"))
        .select([
          selected(value("account")).as("account_id"),
          text(0).as("object_type"),
          number(1).as("id"),
          number(2).as("created_at"),
          number(3).as("updated_at"),
          number(4).as("archived_at"),
          text(5).as("properties"),
        ])
        .where(sql.lit(true)),
    )
    .onConflict((conflict) =>
      conflict.columns(["account_id", "object_type", "id"]).doUpdateSet(({ ref }) => ({
        created_at: ref("excluded.created_at"),
        updated_at: ref("excluded.updated_at"),
        archived_at: ref("excluded.archived_at"),
        properties: ref("excluded.properties"),
      })),
    ),
);

/** The records must be different ones. */
export async function upsertRecords(connection: Connection, account: number, records: readonly StoredRecord[]): Promise<void> {
  const rows = records.map((record) => [
    nameOf(record.objectType),
    recordNumber(record.id),
    record.createdAt,
    record.updatedAt,
    record.archivedAt,
    JSON.stringify(record.properties),
  ]);
  await upsert(connection, { account, rows });
}

export function recordOf(row: RecordRow): StoredRecord {
  return {
    objectType: textOf(row.object_type),
    id: String(row.id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
    properties: JSON.parse(row.properties),
  };
}

/** @throws RangeError when the text is no id */
export function recordNumber(id: string): number {
  const number = numberOf(id);
  if (number === undefined) throw new RangeError("The id of a record must be a whole number from 0 to 2^53 - 1, in decimal digits.");
  return number;
}
