import pg from "pg";
import { expect, test, vi } from "vitest";
import { databases, openForTest, profile, ticket, writable } from "./stores.ts";

interface Plan {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly Plans?: readonly Plan[];
}

function maxRows(plan: Plan): number {
  const rows = plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Join Filter"] ?? 0);
  return Math.max(rows * plan["Actual Loops"], ...(plan.Plans ?? []).map(maxRows));
}

async function costsOf(connection: pg.Client, sent: readonly { text: string; values?: unknown[] }[]): Promise<Map<string, number>> {
  const costs = new Map<string, number>();
  for (const { text, values } of sent) {
    await connection.query("begin");
    const { rows } = await connection.query(`explain (analyze, format json) ${text}`, values);
    await connection.query("rollback");
    costs.set(text, Math.max(maxRows(rows[0]["QUERY PLAN"][0].Plan), costs.get(text) ?? 0));
  }
  return costs;
}

test("no statement of a large search reads more rows than a slice has", async () => {
  const store = await openForTest({ database: await databases.postgres() });
  const accountId = await store.createAccount(profile);
  const text = (id: number) => Array.from({ length: 12 }, (_, index) => `word${index} x${id}y${index}`).join(" ");
  await writable(store, accountId).records.put(Array.from({ length: 3_000 }, (_, index) => ticket(index + 1, { subject: text(index) })));
  const query = vi.spyOn(pg.Client.prototype, "query");
  const patterns = ["*x*", "*o*", "*y1*"];
  const words = { test: "words", properties: ["subject"], patterns, negated: false } as const;
  expect((await store.account(accountId).records.search("0-5", { groups: [[words]], offset: 0, limit: 10 })).total).toBe(3_000);
  const connection = query.mock.contexts.at(-1) as pg.Client;
  const sent = query.mock.calls.map(([statement]) => statement as unknown as { text: string; values?: unknown[] });
  query.mockRestore();
  const searches = sent.filter(({ text }) => /^select .* from .*search_/.test(text));
  const costs = await costsOf(connection, searches);
  expect(searches.length).toBeGreaterThan(3 * 7 + 3);
  for (const [statement, rows] of costs)
    expect(rows, statement).toBeLessThanOrEqual(statement.startsWith("select $1 * (select count(*)") ? 100_001 : 12_000);
});

test("Postgres reads and writes a few records without reading the others, even with outdated statistics", async () => {
  const store = await openForTest({ database: await databases.postgres() });
  const code = [{ name: "code", unique: true }];
  const tickets = (count: number) => Array.from({ length: count }, (_, index) => ticket(index + 1, { code: `c${index + 1}` }));
  const linked = (id: number) => ({ fromType: "0-5", fromId: String(id), typeId: 16, toType: "0-1", toId: "1" });
  const query = vi.spyOn(pg.Client.prototype, "query");
  // The pool closes connections that are idle for ten seconds.
  const lastUsed = () => query.mock.contexts.at(-1) as pg.Client;
  const other = writable(store, await store.createAccount(profile));
  await other.records.defineProperties("0-5", code);
  await other.records.put(tickets(60));
  // Autovacuum does the same.
  await lastUsed().query("analyze");

  const account = writable(store, await store.createAccount(profile));
  await account.records.defineProperties("0-5", code);
  await account.records.put(tickets(12_000));
  await account.associations.add(tickets(6_000).map(({ id }) => linked(Number(id))));
  query.mockClear();
  expect(await account.records.findByUnique("0-5", "code", ["c7", "c8"])).toHaveLength(2);
  expect(await account.records.find("0-5", ["7", "8"])).toHaveLength(2);
  await account.records.put([ticket(7, { code: "x" }), ticket(8, { code: "y" })]);
  await account.associations.remove([linked(7), linked(8)]);
  expect(await account.associations.from("0-5", ["7", "8", "9"], "0-1")).toHaveLength(1);
  const isNinth = { property: "code", by: "folded", negated: false, test: "equals", values: ["c9"] } as const;
  for (const sort of [
    { field: "updatedAt", descending: true },
    { property: "code", by: "folded", descending: false },
  ] as const) {
    expect((await account.records.search("0-5", { groups: [[isNinth]], sort, offset: 0, limit: 10 })).total).toBe(1);
  }
  const sent = query.mock.calls.map(([statement]) => statement as unknown as { text: string; values?: unknown[] });
  const connection = lastUsed();
  query.mockRestore();

  const costs = await costsOf(
    connection,
    sent.filter(({ text }) => /^(select .* from .*|delete .*|select result\b.*)(records|values|tokens|associations)\b/s.test(text)),
  );
  expect(costs.size).toBeGreaterThan(8);
  for (const [text, rows] of costs) expect(rows, text).toBeLessThan(20);
});
