import { keptCollections } from "../documents.ts";
import type { Connection } from "../sql/connection.ts";
import { statement } from "../sql/statement.ts";

const tables = ["records", "properties", "unique_values", "associations"];

const removals = tables.map((table) => statement<{ account: number }>(`delete from ${table} where account_id = :account`));

const removeDocuments = statement<{ account: number; kept: readonly string[] }>(
  ({ among }) => `delete from documents where account_id = :account and not (${among("collection", ":kept")})`,
);

/** Removes what an account holds: what a snapshot has of it. */
export async function clear(connection: Connection, account: number): Promise<void> {
  for (const remove of removals) await remove(connection, { account });
  await removeDocuments(connection, { account, kept: keptCollections });
}

/**
 * Removes all accounts and what they have. Locks them first, as everybody does; all at once, because others make accounts
 * meanwhile, and a row of one that is not locked would be a deadlock with whoever ends it.
 */
export async function clearAll(connection: Connection): Promise<void> {
  await connection.execute(connection.dialect.lockAccounts, []);
  for (const table of [...tables, "documents"]) await connection.execute(`delete from ${table}`, []);
  await connection.execute("delete from accounts where account_id > 0", []);
  // Account 0 remains, and so do the accounts that others have made meanwhile.
  await connection.execute("update accounts set last_number = 0, clock = null where account_id = 0", []);
}
