import { readTypes, recordBatches } from "../records/recordRows.ts";
import type { Connection } from "../sql/connection.ts";
import { statement } from "../sql/statement.ts";
import { addToIndex } from "./searchIndex.ts";

const selectAccounts = statement<Record<never, never>, { account: number }>(
  "select account_id as account from accounts where account_id > 0 order by account_id",
);

/** Adds all records to the search index, for databases that were created by a version without the index. */
export async function indexAllRecords(connection: Connection): Promise<void> {
  for (const { account } of await selectAccounts(connection, {})) {
    for (const type of await readTypes(connection, account)) {
      for await (const records of recordBatches(connection, account, type)) await addToIndex(connection, account, records);
    }
  }
}
