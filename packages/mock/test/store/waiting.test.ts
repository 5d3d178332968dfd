import { describe, expect, onTestFinished, test } from "vitest";
import { DatabaseBusy } from "../../src/store/errors.ts";
import type { Connection } from "../../src/store/sql/connection.ts";
import { openPostgres } from "../../src/store/sql/postgres.ts";
import type { Store } from "../../src/store/store.ts";
import { databases, entriesOf, generationOf, kindsOfDatabase, openForTest, profile } from "./stores.ts";

/** Begins a transaction, which ends when the returned function is called. */
function hold(begin: (work: () => Promise<void>) => Promise<void>): () => Promise<void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const ended = begin(() => released);
  return () => {
    release();
    return ended;
  };
}

async function impatientStore(kind: keyof typeof databases): Promise<{ readonly store: Store; readonly accountId: number }> {
  const store = await openForTest({ database: await databases[kind](), patienceMs: 200 });
  return { store, accountId: await store.createAccount(profile) };
}

describe.each(kindsOfDatabase)("a store in %s", (kind) => {
  test("a write that waits too long for a transaction in its process is rejected, and one that waits less is processed", async () => {
    const { store, accountId } = await impatientStore(kind);
    const write = () => store.transaction(accountId, (account) => account.nextNumber());
    const release = hold((work) => store.transaction(accountId, work));
    await expect(write()).rejects.toThrow(DatabaseBusy);
    const inTime = write();
    await release();
    expect(await inTime).toBe(1);
  });
});

test.each(["memory", "file"] as const)("a read that waits too long for a transaction in %s is rejected", async (kind) => {
  const { store, accountId } = await impatientStore(kind);
  const release = hold((work) => store.transaction(accountId, work));
  await expect(store.account(accountId).profile()).rejects.toThrow(DatabaseBusy);
  await expect(store.readTogether(accountId, (account) => account.profile())).rejects.toThrow(DatabaseBusy);
  await release();
  expect(await store.account(accountId).profile()).toEqual(profile);
});

test.each(["memory", "file"] as const)("the journal loses no entries while it waits for a transaction in %s", async (kind) => {
  const { store, accountId } = await impatientStore(kind);
  const entry = { accountId, at: 1, operationId: null, method: "GET", path: "/", query: {}, status: 404, problems: [] };
  store.journal.append(accountId, entry, await generationOf(store, accountId));
  const release = hold((work) => store.transaction(accountId, work));
  const reading = entriesOf(store, accountId);
  await expect(store.account(accountId).profile()).rejects.toThrow(DatabaseBusy);
  await release();
  expect(await reading).toMatchObject([entry]);
});

test("a transaction that has waited for another one in its process waits for locks only for the rest of the time", async () => {
  const database = await openPostgres(await databases.postgres(), 2, 60_000);
  onTestFinished(() => database.close());
  const lockTimeout = async (connection: Connection) => {
    const [row] = await connection.execute("select current_setting('lock_timeout') as value", []);
    return row?.["value"];
  };
  const release = hold((work) => database.transaction(work, 1));
  const waiting = database.transaction(lockTimeout, 1);
  await database.execute("select pg_sleep(0.01)", []);
  await release();
  expect(await waiting).toMatch(/^59\d{3}ms$/);
  expect(await database.transaction(lockTimeout, 1)).toBe("1min");
});
