import { DatabaseRejected } from "../../errors.ts";
import { indexAllRecords } from "../../search/indexAllRecords.ts";
import type { Connection, Database } from "../connection.ts";
import { initial } from "./0001-initial.ts";
import { wallExpiry } from "./0002-wall-expiry.ts";
import { plainNames } from "./0003-plain-names.ts";
import { search } from "./0004-search.ts";
import { searchDue } from "./0005-search-due.ts";
import { longValues } from "./0006-long-values.ts";
import { events } from "./0007-events.ts";
import { emailAndDomainsV1 } from "./0008-email-and-domains-v1.ts";
import { searchLookups } from "./0009-search-lookups.ts";
import { webhookDeliveries } from "./0010-webhook-deliveries.ts";
import { searchStates } from "./0011-search-states.ts";
import { uniqueValues } from "./0012-unique-values.ts";
import type { Migration } from "./migration.ts";

/** The schema version of a migration is its position in this list, starting at 1. */
export const migrations: readonly Migration[] = [
  initial,
  wallExpiry,
  plainNames,
  search,
  searchDue,
  longValues,
  events,
  emailAndDomainsV1,
  searchLookups,
  webhookDeliveries,
  searchStates,
  uniqueValues,
];

const searchVersion = migrations.indexOf(searchStates) + 1;

const application = "crm-platform-mock";

/** Runs in one transaction. @throws DatabaseRejected when the schema is newer than this program or belongs to another program */
export async function migrate(database: Database, steps: readonly Migration[] = migrations): Promise<void> {
  await database.transaction(async (connection) => {
    await connection.execute(connection.dialect.lockSchema, []);
    const version = await versionOf(connection);
    if (version === steps.length) return;
    if (version > steps.length) throw newer(version, steps.length);
    for (const statement of steps.slice(version).flatMap((step) => step(connection.dialect))) await connection.execute(statement, []);
    // The index is filled last, because this code uses the current schema.
    if (version > 0 && version < searchVersion && steps.length >= searchVersion) await indexAllRecords(connection);
    await connection.execute(`update settings set value = '${steps.length}' where name = 'schemaVersion'`, []);
  });
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

function newer(version: number, known: number): DatabaseRejected {
  return new DatabaseRejected(
    `The database has schema version ${version}, and this program supports versions up to ${known}. ` +
      "Use the newer program that wrote the database, or another database.",
  );
}

function notOurs(columns: readonly { table_name: string }[]): DatabaseRejected {
  const tables = [...new Set(columns.map((column) => column.table_name))];
  const some = tables.slice(0, 3).join(", ") + (tables.length > 3 ? ", …" : "");
  return new DatabaseRejected(
    `The database belongs to another program: it has tables that the mock did not create (${some}). Use an empty database, or one that the mock created.`,
  );
}
