import { keptCollections } from "../documents.ts";
import type { Connection } from "../sql/connection.ts";
import { statement } from "../sql/statement.ts";

type AccountTable = "records" | "properties" | "unique_values" | "associations";

const removals = (["records", "properties", "unique_values", "associations"] satisfies AccountTable[]).map((table) =>
  statement<{ account: number }>(({ db, value }) => db.deleteFrom(table as AccountTable).where("account_id", "=", value("account"))),
);

const removeDocuments = statement<{ account: number; kept: readonly string[] }>(({ db, value, among }) =>
  db
    .deleteFrom("documents")
    .where("account_id", "=", value("account"))
    .where((is) => is.not(among("collection", "kept"))),
);

/** Removes what an account holds: what a snapshot has of it. */
export async function clear(connection: Connection, account: number): Promise<void> {
  for (const remove of removals) await remove(connection, { account });
  await removeDocuments(connection, { account, kept: keptCollections });
}

const removalsOfAll = (["records", "properties", "unique_values", "associations", "documents"] as const).map((table) =>
  statement<Record<never, never>>(({ db }) => db.deleteFrom(table as AccountTable)),
);

const removeAccounts = statement<Record<never, never>>(({ db }) => db.deleteFrom("accounts").where("account_id", ">", 0));

// Of all that remains: account 0, and those that others made meanwhile, which go on as they are.
const beginAgain = statement<Record<never, never>>(({ db }) =>
  db.updateTable("accounts").set({ last_number: 0, clock: null }).where("account_id", "=", 0),
);

/**
 * Removes all accounts and what they have. Locks them first, as everybody does; all at once, because others make accounts
 * meanwhile, and a row of one that is not locked would be a deadlock with whoever ends it.
 */
export async function clearAll(connection: Connection): Promise<void> {
  await connection.execute(connection.dialect.lockAccounts, []);
  for (const remove of removalsOfAll) await remove(connection, {});
  await removeAccounts(connection, {});
  await beginAgain(connection, {});
}
