import { DatabaseRejected } from "../../errors.ts";
import { contactType } from "../../records/contacts.ts";
import { readTypes, recordBatches } from "../../records/recordRows.ts";
import { addEmails } from "../../records/uniqueValues.ts";
import { addToIndex } from "../../search/indexing/indexRecords.ts";
import type { Connection, Database } from "../connection.ts";
import { statement } from "../statement.ts";
import { initial } from "./0001-initial.ts";
import { searchAndWebhooks } from "./0002-search-and-webhooks.ts";
import { calculatedValues } from "./0003-calculated-values.ts";
import type { Migration } from "./migration.ts";

export const migrations: readonly Migration[] = [initial, searchAndWebhooks, calculatedValues];

const selectAccounts = statement<Record<never, never>, { account: number }>(
  "select account_id as account from accounts where account_id > 0 order by account_id",
);

const application = "crm-platform-mock";

/** Runs in one transaction. @throws DatabaseRejected when the schema is newer, was never released or belongs to another program */
export async function migrate(database: Database, steps: readonly Migration[] = migrations): Promise<void> {
  const latest = steps.at(-1)?.version ?? 0;
  await database.transaction(async (connection) => {
    await connection.execute(connection.dialect.lockSchema, []);
    const version = await versionOf(connection);
    if (version === latest) return;
    if (version > latest) throw newer(version, latest);
    if (version !== 0 && !steps.some((step) => step.version === version)) throw unreleasedVersion(version);
    const missing = steps.filter((step) => step.version > version);
    for (const text of missing.flatMap((step) => step.statements(connection.dialect))) await connection.execute(text, []);
    // The index is filled last, because this code uses the current schema.
    if (version > 0 && missing.includes(searchAndWebhooks)) await indexAllRecords(connection);
    await connection.execute(`update settings set value = '${latest}' where name = 'schemaVersion'`, []);
  });
}

/** Adds all records to the search index, and the addresses of contacts, for databases that were created by a version without the index. */
async function indexAllRecords(connection: Connection): Promise<void> {
  for (const { account } of await selectAccounts(connection, {})) {
    for (const type of await readTypes(connection, account)) {
      for await (const records of recordBatches(connection, account, type)) {
        await addToIndex(connection, account, records);
        if (type === contactType) await addEmails(connection, account, records);
      }
    }
  }
}

async function versionOf(connection: Connection): Promise<number> {
  const columns = (await connection.execute(connection.dialect.columnsInUse, [])) as { table_name: string; column_name: string }[];
  if (columns.length === 0) return 0;
  const settings = columns.filter((column) => column.table_name === "settings").map((column) => column.column_name);
  if (!settings.includes("name") || !settings.includes("value")) throw notOurs(columns);
  const rows = await connection.execute("select name, value from settings where name in ('application', 'schemaVersion')", []);
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  if (values.get("application") !== application) throw notOurs(columns);
  return Number(values.get("schemaVersion"));
}

function newer(version: number, latest: number): DatabaseRejected {
  return new DatabaseRejected(
    `The database has schema version ${version}, and this program supports versions up to ${latest}. ` +
      "Use the newer program that wrote the database, or another database.",
  );
}

function unreleasedVersion(version: number): DatabaseRejected {
  return new DatabaseRejected(
    `The database has schema version ${version}, which only unreleased versions of the mock used. Use another database.`,
  );
}

function notOurs(columns: readonly { table_name: string }[]): DatabaseRejected {
  const tables = [...new Set(columns.map((column) => column.table_name))];
  const some = tables.slice(0, 3).join(", ") + (tables.length > 3 ? ", …" : "");
  return new DatabaseRejected(
    `The database belongs to another program: it has tables that the mock did not create (${some}). Use an empty database, or one that the mock created.`,
  );
}
