import { keptCollections } from "../documents/documents.ts";
import type { Connection } from "../sql/connection.ts";
import { statement } from "../sql/statement.ts";

const searchTables = ["search_records", "search_values", "search_tokens", "search_pending", "search_calculated", "search_outdated"];
const eventTables = ["event_values", "event_occurrences", "event_uuids"];
const tables = ["records", "properties", "unique_values", "associations", ...eventTables, "webhook_deliveries", ...searchTables];

// The indexes of these tables contain this expression instead of the column.
const accountOf: Readonly<Record<string, string>> = { search_records: "account_id + 0", search_values: "account_id + 0" };

const removalOf = (table: string) =>
  statement<{ account: number }>(`delete from ${table} where ${accountOf[table] ?? "account_id"} = :account`);
const removals = tables.map(removalOf);

const removalsOfType = [
  ...["records", "properties", "unique_values", ...searchTables].map(
    (table) => `${table} where ${accountOf[table] ?? "account_id"} = :account and object_type = :objectType`,
  ),
  "associations where account_id = :account and from_type = :objectType",
  "associations where account_id = :account and to_type = :objectType",
].map((rows) => statement<{ account: number; objectType: string }>(`delete from ${rows}`));
const searchRemovals = searchTables.map(removalOf);

const removeDocuments = statement<{ account: number; collections: readonly string[] }>(
  ({ among }) => `delete from documents where account_id = :account and not (${among("collection", ":collections")})`,
);

export async function clear(connection: Connection, account: number): Promise<void> {
  for (const remove of removals) await remove(connection, { account });
  await removeDocuments(connection, { account, collections: keptCollections });
}

/** Deletes the records, the properties and the associations of an object type. */
export async function clearType(connection: Connection, account: number, objectType: string): Promise<void> {
  for (const remove of removalsOfType) await remove(connection, { account, objectType });
}

export async function clearSearch(connection: Connection, account: number): Promise<void> {
  for (const remove of searchRemovals) await remove(connection, { account });
}

/** Locks all accounts first, because deleting rows of an unlocked account could deadlock with a process that creates the account. */
export async function clearAll(connection: Connection): Promise<void> {
  await connection.execute(connection.dialect.lockAccounts, []);
  for (const table of [...tables, "documents"]) await connection.execute(`delete from ${table}`, []);
  await connection.execute("delete from accounts where account_id > 0", []);
  // Account 0 is reset instead of deleted.
  await connection.execute("update accounts set last_number = 0, clock = null where account_id = 0", []);
}
