import { readTypes, recordOf, selectNextRecords } from "../records/recordRows.ts";
import type { Connection } from "../sql/connection.ts";
import { statement } from "../sql/statement.ts";
import { nameOf } from "../sql/text.ts";
import { addToIndex } from "./searchIndex.ts";

const selectAccounts = statement<Record<never, never>, { account: number }>(
  "select account_id as account from accounts where account_id > 0 order by account_id",
);

const limit = 1_000;

/** Adds all records to the search index, for databases that were created by a version without the index. */
export async function indexAllRecords(connection: Connection): Promise<void> {
  for (const { account } of await selectAccounts(connection, {})) {
    for (const type of await readTypes(connection, account)) await indexType(connection, account, type);
  }
}

async function indexType(connection: Connection, account: number, objectType: string): Promise<void> {
  for (let after = -1; ; ) {
    const rows = await selectNextRecords(connection, { account, objectType: nameOf(objectType), after, limit });
    const records = rows.map((row) => recordOf(objectType, row));
    await addToIndex(connection, account, records);
    if (records.length < limit) return;
    after = Number(records.at(-1)?.id);
  }
}
