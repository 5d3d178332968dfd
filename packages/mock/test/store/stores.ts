import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { AccountProfile, AccountStore } from "../../src/store/accountStore.ts";
import type { NumberedEntry } from "../../src/store/journal/journal.ts";
import { openStore, type StoreOptions } from "../../src/store/open.ts";
import type { StoredRecord } from "../../src/store/records/recordStore.ts";
import type { Store } from "../../src/store/store.ts";
import { emptyDatabase, freshDatabase } from "./freshDatabase.ts";
import type { FreshDatabase } from "./postgres.ts";

type TemporaryDatabase = Pick<FreshDatabase, "url" | "drop">;

const temporaryDatabases = {
  memory: async (): Promise<TemporaryDatabase> => ({ url: "memory", drop: async () => {} }),
  file: async (): Promise<TemporaryDatabase> => {
    const folder = mkdtempSync(join(tmpdir(), "crm-platform-store-"));
    return { url: `file:${join(folder, "mock.db")}`, drop: async () => rmSync(folder, { recursive: true }) };
  },
  postgres: (): Promise<TemporaryDatabase> => freshDatabase(),
} as const;

/** The databases are deleted after the test. */
export const databases = {
  memory: () => temporary(temporaryDatabases.memory()),
  file: () => temporary(temporaryDatabases.file()),
  postgres: () => temporary(temporaryDatabases.postgres()),
} as const;

/** These databases have no tables. */
export const emptyDatabases = { file: databases.file, postgres: () => temporary(emptyDatabase()) } as const;

async function temporary(database: Promise<TemporaryDatabase>): Promise<string> {
  const { url, drop } = await database;
  onTestFinished(drop);
  return url;
}

export const kindsOfDatabase = Object.keys(databases) as (keyof typeof databases)[];

/**
 * Opens one store for all tests of a suite, because most of a short test's time goes into creating its database. The returned function
 * resets the store and returns it.
 */
export function sharedStore(kind: keyof typeof temporaryDatabases, options: Omit<StoreOptions, "database"> = {}): () => Promise<Store> {
  let database: TemporaryDatabase | undefined;
  let store: Store | undefined;
  beforeAll(async () => {
    database = await temporaryDatabases[kind]();
    store = await openStore({ ...options, database: database.url });
  });
  afterAll(async () => {
    await store?.close();
    await database?.drop();
  });
  return async () => {
    if (store === undefined) throw new Error("The store is not open.");
    await store.reset();
    return store;
  };
}

export async function openForTest(options: StoreOptions): Promise<Store> {
  const store = await openStore(options);
  onTestFinished(() => store.close());
  return store;
}

type Call = (...values: unknown[]) => unknown;

/** Returns an account store that runs each call in a separate transaction. */
export function writable(store: Store, accountId: number): AccountStore {
  const parts = ["records", "associations", "events", "deliveries", "documents"] as const;
  const inTransaction = (call: (account: AccountStore) => unknown) => store.transaction(accountId, async (account) => call(account));
  const callsTo = (pick: (account: AccountStore) => object) =>
    new Proxy({} as Record<string, Call>, {
      get:
        (_, name: string) =>
        (...values: unknown[]) =>
          inTransaction((account) => (pick(account) as Record<string, Call>)[name]?.(...values)),
    });
  const own = Object.fromEntries(parts.map((part) => [part, callsTo((account) => account[part])]));
  return new Proxy({ accountId, ...own } as unknown as AccountStore, {
    get: (target, name) => Reflect.get(target, name) ?? callsTo((account) => account)[String(name)],
  });
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "crm-platform-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

export const profile: AccountProfile = {
  hubDomain: "haldeninstruments.example",
  userId: 7,
  userEmail: "ada@haldeninstruments.example",
  suspended: false,
  deferredDelivery: false,
  dailyLimit: 250_000,
  rateLimits: null,
};

export async function generationOf(store: Store, accountId: number): Promise<number | undefined> {
  return (await store.session(accountId, "")).generation;
}

export async function entriesOf({ journal }: Store, accountId?: number): Promise<NumberedEntry[]> {
  return (await journal.read(accountId === undefined ? {} : { accountId })).entries;
}

export function ticket(id: string | number, values: Readonly<Record<string, string>> = {}): StoredRecord {
  const versions = Object.entries(values).map(([name, value]) => [name, [{ value, timestamp: 1_000, sourceType: "API" }]] as const);
  return {
    objectType: "0-5",
    id: String(id),
    createdAt: 1_000,
    updatedAt: 2_000,
    archivedAt: null,
    properties: Object.fromEntries(versions),
  };
}
