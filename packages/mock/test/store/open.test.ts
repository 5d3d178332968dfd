import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { describe, expect, test } from "vitest";
import type { JournalEntry } from "../../src/store/journal/journal.ts";
import { openStore } from "../../src/store/open.ts";
import { type Database, outside } from "../../src/store/sql/connection.ts";
import { migrate, migrations } from "../../src/store/sql/migrations/migrate.ts";
import { openPostgres } from "../../src/store/sql/postgres.ts";
import { openSqlite } from "../../src/store/sql/sqlite.ts";
import { emptyDatabases as databases, entriesOf, generationOf, openForTest, profile, temporaryFolder, ticket, writable } from "./stores.ts";

const entry: JournalEntry = { accountId: null, at: 1, operationId: null, method: "GET", path: "/", query: {}, status: 404, problems: [] };

const latest = migrations.at(-1)?.version ?? Number.NaN;

describe.each(["file", "postgres"] as const)("a database in %s", (kind) => {
  test("the content of a database persists across restarts", async () => {
    const database = await databases[kind]();
    const first = await openStore({ database });
    const accountId = await first.createAccount(profile);
    await writable(first, accountId).records.put([ticket(1, { subject: "Printer" })]);
    first.journal.append(accountId, entry, await generationOf(first, accountId));
    await first.close();

    const second = await openForTest({ database });
    expect(await second.account(accountId).records.list()).toEqual([ticket(1, { subject: "Printer" })]);
    expect(await entriesOf(second, accountId)).toMatchObject([entry]);
    expect(await second.createAccount(profile)).toBe(accountId + 1);
    expect(second.idSeed).toBe(first.idSeed);
    expect(first.idSeed).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each(["deleteAccount", "reset"] as const)("a database contains no rows of the account after %s", async (end) => {
    const database = await databases[kind]();
    const store = await openStore({ database });
    const account = writable(store, await store.createAccount(profile));
    await account.records.defineProperties("0-5", [{ name: "code", unique: true }]);
    await account.records.put([ticket(1, { code: "a" })]);
    const index = { names: ["closed_date"], version: "1" };
    const changesAt = Number.MAX_SAFE_INTEGER;
    await account.updateCalculatedIndex("0-5", index, { now: 1 }, async (_, records) =>
      records.map(() => ({ values: new Map(), changesAt })),
    );
    await account.setProfile({ ...profile, searchLagMs: 1_000 });
    await account.records.put([ticket(1, { code: "b" })]);
    await account.associations.add([{ fromType: "0-5", fromId: "1", typeId: 16, toType: "0-1", toId: "2" }]);
    await account.events.put([{ id: 1, event: "sold", objectType: "0-5", objectId: "1", occurredAt: 1, properties: { code: "a" } }]);
    await account.events.putUuids([{ event: "sold", uuid: "one", receivedAt: 1 }]);
    await account.deliveries.add({ number: 1, appId: 1, events: [] });
    await account.documents.put("emailBlock", [{ key: "1", document: { reason: "spam", value: "1" } }]);
    store.journal.append(account.accountId, entry, await generationOf(store, account.accountId));
    await store.close();
    const searchTables = ["search_calculated", "search_outdated", "search_pending", "search_records", "search_tokens", "search_values"];
    const eventTables = ["event_occurrences", "event_uuids", "event_values"];
    const others = ["journal", "properties", "records", ...searchTables, "unique_values", "webhook_deliveries"];
    const tables = ["accounts", "associations", "documents", ...eventTables, ...others];
    // There are two states of the record: the one in the index, and a later one.
    const rows = tables.map((table) => [table, table === "search_pending" ? 2 : 1]);
    expect(await rowsOfAccounts(database)).toEqual(Object.fromEntries(rows));

    const again = await openStore({ database });
    await again[end](account.accountId);
    await again.close();
    expect(await rowsOfAccounts(database)).toEqual(Object.fromEntries(tables.map((table) => [table, 0])));
  });

  test("a database is migrated to the latest version, and rejected if its version is newer", async () => {
    const database = await databases[kind]();
    await (await openStore({ database })).close();
    expect(await schemaVersion(database)).toBe(latest);

    const older = await connected(database);
    const released = migrations.map(({ version }) => ({ version, statements: () => ["a released step runs again"] }));
    const next = {
      version: latest + 1,
      statements: () => ["alter table accounts add column plan text", "update accounts set plan = 'free'"],
    };
    const broken = { version: latest + 2, statements: () => ["create table half (id bigint)", "this is invalid SQL"] };
    const steps = [...released, next];
    await expect(migrate(older, [...steps, broken])).rejects.toThrow(/syntax/);
    await migrate(older, steps);
    await migrate(older, steps);
    await older.close();
    expect(await run(database, "select account_id, plan from accounts")).toEqual([{ account_id: kind === "file" ? 0 : "0", plan: "free" }]);

    await expect(openStore({ database })).rejects.toThrow(
      `The database has schema version ${latest + 1}, and this program supports versions up to ${latest}. Use the newer program that wrote the database, or another database.`,
    );
    // The failed migration changed nothing.
    expect(await schemaVersion(database)).toBe(latest + 1);
  });

  test("a database with an unreleased schema version is rejected without being migrated", async () => {
    const database = await databases[kind]();
    const older = await connected(database);
    await migrate(older, migrations.slice(0, 1));
    await older.close();
    await run(database, "update settings set value = '2' where name = 'schemaVersion'");
    await expect(openStore({ database })).rejects.toThrow(
      "The database has schema version 2, which only unreleased versions of the mock used. Use another database.",
    );
    expect(await schemaVersion(database)).toBe(2);
  });

  test("after the migration of a database of version 0.1.0, its accounts and faults still exist, and its records are found", async () => {
    const database = await databases[kind]();
    const older = await connected(database);
    await migrate(older, migrations.slice(0, 1));
    await older.close();
    await run(
      database,
      `insert into accounts (account_id, mark, profile, last_number) values (20000001, 7, '${JSON.stringify(profile)}', 1)`,
    );
    for (const operationId of ["oauth.createToken", "domains.get"]) {
      const fault = { fault: { match: { operationId }, times: 1, effect: { type: "loseAnswer" } }, matched: 0, met: 0 };
      await run(
        database,
        `insert into documents (account_id, collection, key, document) values (20000001, 'fault', '${operationId}', '${JSON.stringify(fault)}')`,
      );
    }

    const history = { code: [{ value: "Spare part", timestamp: 1, sourceType: "API" }] };
    const columns = "account_id, object_type, id, created_at, updated_at, properties";
    await run(database, `insert into records (${columns}) values (20000001, '0-5', 1, 1, 1, '${JSON.stringify(history)}')`);
    const emails = { hs_additional_emails: [{ value: "ann@other.example", timestamp: 1, sourceType: "API" }] };
    await run(database, `insert into records (${columns}) values (20000001, '0-1', 2, 1, 1, '${JSON.stringify(emails)}')`);
    await run(database, `insert into records (${columns}) values (20000001, '2-7', 3, 1, 1, '{}')`);
    for (const [type, name] of [
      ["0-1", "email"],
      ["2-7", "code"],
      ["2-8", "code"],
    ]) {
      const values = `20000001, '${type}', '${name}', 1`;
      await run(database, `insert into properties (account_id, object_type, name, is_unique) values (${values})`);
    }

    const store = await openForTest({ database });
    const words = { test: "words", properties: ["code"], patterns: ["spare"], negated: false } as const;
    const found = await writable(store, 20000001).records.search("0-5", { groups: [[words]], offset: 0, limit: 10 });
    expect(found).toMatchObject({ total: 1, records: [{ id: "1" }] });
    const contacts = await writable(store, 20000001).records.findByUnique("0-1", "email", ["ann@other.example"]);
    expect(contacts).toMatchObject([{ record: { id: "2" } }]);
    expect(await generationOf(store, 20000001)).toBe(7);
    const schemas = await store.account(20000001).documents.list("objectSchema");
    expect(schemas).toMatchObject(
      ["7", "8"].map((id) => ({ key: `2-${id}`, document: { objectTypeId: `2-${id}`, name: `custom_${id}`, archived: false } })),
    );
    const faults = await store.account(20000001).documents.list("fault");
    expect(faults.map(({ document: { fault } }) => [fault.match?.operationId, fault.effect.type])).toEqual([
      ["domainsV1.get", "dropResponse"],
      ["oauthV1.createToken", "dropResponse"],
    ]);
  });

  test.each([
    ["create table customers (id bigint)", "(customers)"],
    ["create table settings (id bigint)", "(settings)"],
    ["create table settings (name text, value text)", "(settings)"],
  ])("a database of another program is rejected: %s", async (table, names) => {
    const database = await databases[kind]();
    await run(database, table);
    const message = `The database belongs to another program: it has tables that the mock did not create ${names}. Use an empty database`;
    await expect(openStore({ database })).rejects.toThrow(message);
  });
});

test("a file of another program is rejected without being modified", async () => {
  const path = join(temporaryFolder(), "customers.db");
  const file = new DatabaseSync(path);
  file.exec("create table customers (id bigint)");
  file.close();
  const before = readFileSync(path);
  await expect(openStore({ database: `file:${path}` })).rejects.toThrow("The database belongs to another program");
  expect(readFileSync(path).equals(before)).toBe(true);
});

test("a file can be used by only one process", async () => {
  const database = await databases.file();
  const first = await openStore({ database });
  await expect(openStore({ database })).rejects.toThrow(
    `The database file ${database.slice("file:".length)} cannot be opened: another process uses it. A file can be used by only one process at a time; use Postgres for several processes.`,
  );
  await first.close();
  await (await openStore({ database })).close();
});

test("a database that cannot be opened is rejected without quoting a password", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "text"), "not a database, but long enough to be taken for one ".repeat(100));
  const rejected = async (database: string) => {
    const reason = await openStore({ database }).then(
      () => "opened",
      (error: Error) => error.message,
    );
    expect(reason).not.toContain("secret");
    return reason;
  };
  expect(await rejected(`file:${join(folder, "text")}`)).toContain("it is not an SQLite database");
  expect(await rejected(`file:${join(folder, "missing", "mock.db")}`)).toContain(
    "the folder does not exist, or this user has no permission",
  );
  expect(await rejected("mysql://user:secret@host/name")).toContain("Use `memory`, `file:PATH` or `postgres://");
  expect(await rejected("file:")).toContain("Use `memory`");
  expect(await rejected("postgres://user:secret@127.0.0.1:1/name")).toContain("Postgres cannot be used: connect ECONNREFUSED");
  expect(await rejected("postgres://user:sec%ret@[/name")).toContain("Postgres cannot be used: ");
});

test("the error for a damaged file names the file and a solution", async () => {
  const database = await databases.file();
  await (await openStore({ database })).close();
  const path = database.slice("file:".length);
  const bytes = readFileSync(path);
  bytes.fill(0xff, 100, 4_096);
  writeFileSync(path, bytes);
  await expect(openStore({ database })).rejects.toThrow(
    `The database file ${path} cannot be opened: it is damaged. Restore a copy, or delete it`,
  );
});

test.skipIf(process.getuid?.() === 0)("a read-only file is rejected", async () => {
  const database = await databases.file();
  await (await openStore({ database })).close();
  const path = database.slice("file:".length);
  chmodSync(path, 0o400);
  await expect(openStore({ database })).rejects.toThrow(`The database file ${path} cannot be opened: it is not writable. Give this user`);
});

describe("two stores on one Postgres", () => {
  test("two stores can start at the same time with an empty database, and create different accounts", async () => {
    const database = await databases.postgres();
    const stores = await Promise.all([openForTest({ database }), openForTest({ database }), openForTest({ database })]);
    expect(new Set(stores.map(({ idSeed }) => idSeed)).size).toBe(1);
    const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => stores[index % 3]?.createAccount(profile)));
    expect(ids.toSorted()).toEqual(Array.from({ length: 30 }, (_, index) => 20_000_001 + index));
  });

  test("two stores lose no concurrent updates", async () => {
    const database = await databases.postgres();
    const stores = [await openForTest({ database }), await openForTest({ database, poolSize: 2 })] as const;
    const accountId = await stores[0].createAccount(profile);
    await writable(stores[0], accountId).records.put([ticket(1, { count: "0" })]);
    const increments = Array.from({ length: 50 }, (_, index) =>
      stores[index % 2 === 0 ? 0 : 1].transaction(accountId, async (account) => {
        const [record] = await account.records.find("0-5", ["1"]);
        const count = Number(record?.properties["count"]?.[0]?.value);
        await account.records.put([ticket(1, { count: String(count + 1) })]);
        return account.nextNumber();
      }),
    );
    expect(new Set(await Promise.all(increments)).size).toBe(50);
    const [record] = await stores[1].account(accountId).records.find("0-5", ["1"]);
    expect(record?.properties["count"]?.[0]?.value).toBe("50");
  });

  test("stores report a timeout while waiting for a lock or a connection, and continue", async () => {
    const database = await databases.postgres();
    const [holding, waiting] = [await openForTest({ database }), await openForTest({ database, poolSize: 1, patienceMs: 300 })];
    const accountId = await holding.createAccount(profile);
    const write = () => waiting.transaction(accountId, (account) => account.nextNumber());
    await holding.transaction(accountId, async () => {
      const rejected = await Promise.allSettled([write(), write()]);
      const reason = "Timed out waiting for a lock that another transaction holds.";
      expect(rejected.map((one) => one.status === "rejected" && one.reason.message)).toEqual([reason, reason]);
    });
    expect(await write()).toBe(1);
    await waiting.transaction(accountId, async () => {
      const read = outside(() => waiting.account(accountId).profile());
      await expect(read).rejects.toThrow("Timed out waiting for a database connection, because all connections are in use.");
    });
  });

  test("stores continue after Postgres has closed their connections", async () => {
    const database = await databases.postgres();
    const store = await openForTest({ database });
    const accountId = await store.createAccount(profile);
    const cut = store.transaction(accountId, async (account) => {
      await account.records.put([ticket(1)]);
      // The query is limited to this database, because other tests use the same server.
      const ours = "application_name = 'crm-platform-mock' and datname = current_database()";
      await run(database, `select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`);
      await account.records.put([ticket(2)]);
    });
    await expect(cut).rejects.toThrow("The database does not respond. Try again later.");
    expect(await store.account(accountId).records.list()).toEqual([]);
  });
});

async function run(database: string, sql: string): Promise<Record<string, unknown>[]> {
  if (database.startsWith("file:")) {
    const file = new DatabaseSync(database.slice("file:".length));
    try {
      return file
        .prepare(sql)
        .all()
        .map((row) => ({ ...row }));
    } finally {
      file.close();
    }
  }
  const client = new pg.Client(database);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function schemaVersion(database: string): Promise<number> {
  const [row] = await run(database, "select value from settings where name = 'schemaVersion'");
  return Number(row?.["value"]);
}

function connected(database: string): Promise<Database> {
  return database.startsWith("file:") ? openSqlite(database.slice("file:".length)) : openPostgres(database, 1);
}

async function rowsOfAccounts(database: string): Promise<Record<string, number>> {
  const all = database.startsWith("file:")
    ? "select name from sqlite_master where type = 'table'"
    : "select tablename as name from pg_tables where schemaname = 'public'";
  const tables = (await run(database, all)).map(({ name }) => String(name)).filter((name) => name !== "settings");
  const counts = tables.map((name) => `select '${name}' as name, count(*) as count from ${name} where account_id > 0`);
  const rows = await run(database, counts.join(" union all "));
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}
