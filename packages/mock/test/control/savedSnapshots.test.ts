import { describe, expect, test } from "vitest";
import { databases, kindsOfDatabase } from "../store/stores.ts";
import { controlledMock } from "./controlling.ts";

const frozen = { mode: "frozen", at: "2026-04-20T08:00:00Z" };
const tickets = (...ids: string[]) => ({ records: { tickets: ids.map((id) => ({ id })) } });

describe.each(kindsOfDatabase)("a saved snapshot in %s", (kind) => {
  test("a saved snapshot can be read, restored repeatedly, and deleted", async () => {
    const { account, control, rejection } = await controlledMock({ database: await databases[kind]() });
    const one = await account({ clock: frozen });
    const path = `/accounts/${one.accountId}/snapshots`;
    expect((await control("GET", path)).body).toEqual({ results: [] });
    await one.seed(tickets("1"));
    const before = await one.snapshot();
    const size = Buffer.byteLength(JSON.stringify(before));
    const saved = { name: "before the import", savedAt: "2026-04-20T08:00:00Z", size };
    expect(await control("POST", path, { name: "before the import" })).toMatchObject({ status: 201, body: saved });
    expect((await control("GET", path)).body).toEqual({ results: [saved] });

    const item = `${path}/before%20the%20import`;
    for (const id of ["2", "3"]) {
      await one.seed(tickets(id));
      expect((await control("POST", `${item}/restore`)).status).toBe(204);
      expect(JSON.stringify(await one.snapshot())).toBe(JSON.stringify(before));
    }
    expect((await control("GET", item)).body).toEqual(before);
    expect((await control("DELETE", item)).status).toBe(204);
    expect(await one.snapshot()).toEqual(before);
    for (const [method, end] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/restore"],
    ] as const)
      expect(await rejection(method, item + end)).toEqual({ status: 404, problems: [] });
  });

  test("a saved snapshot is replaced by a snapshot with the same name, not affected by seeds and restores, and deleted with its account", async () => {
    const { account, control, mock } = await controlledMock({ database: await databases[kind]() });
    const [one, other] = [await account({ accountId: 77 }), await account()];
    const names = async (accountId: number) => (await mock.snapshots.list(accountId)).map(({ name }) => name);
    for (const name of ["b", "a"]) await mock.snapshots.create(77, name);
    await one.seed(tickets("1"));
    await mock.snapshots.create(77, "a");
    await control("PUT", "/accounts/77/snapshot", {});
    await mock.snapshots.restore(77, "b");
    expect((await one.snapshot()).records).toBeUndefined();
    expect(await names(77)).toEqual(["a", "b"]);
    expect((await mock.snapshots.get(77, "a")).records?.["tickets"]).toHaveLength(1);
    expect(JSON.stringify(await one.snapshot())).not.toContain("savedAt");
    expect(await names(other.accountId)).toEqual([]);
    await mock.deleteAccount(77);
    await account({ accountId: 77 });
    expect(await names(77)).toEqual([]);
  });
});

test.each(["a", "Ä ü 😀", "100 % of it?", "a#b&c=d", "x".repeat(100), "😀".repeat(100), "a.b", "a\\b"])(
  "a snapshot can have the name %j",
  async (name) => {
    const { account, control } = await controlledMock();
    const { accountId } = await account();
    const path = `/accounts/${accountId}/snapshots`;
    await control("POST", path, { name });
    expect((await control("GET", path)).body.results).toMatchObject([{ name }]);
    const item = `${path}/${encodeURIComponent(name)}`;
    expect((await control("GET", item)).body).toMatchObject({ version: 2 });
    expect((await control("POST", `${item}/restore`)).status).toBe(204);
    expect((await control("DELETE", item)).status).toBe(204);
  },
);

test.each(["", ".", "..", ".a", "a/b", "a\nb", "\u0000", "\ud800", "x".repeat(101)])("the name %j is rejected", async (name) => {
  const { account, rejection, mock } = await controlledMock();
  const { accountId } = await account();
  const { status, problems } = await rejection("POST", `/accounts/${accountId}/snapshots`, { name });
  expect([status, problems.length > 0]).toEqual([400, true]);
  await expect(mock.snapshots.create(accountId, name)).rejects.toMatchObject({ category: "VALIDATION_ERROR" });
});

test("an account can have a hundred snapshots, and can replace them", async () => {
  const { account, control, rejection } = await controlledMock();
  const { accountId } = await account();
  const path = `/accounts/${accountId}/snapshots`;
  for (let number = 1; number <= 100; number += 1) await control("POST", path, { name: `n${number}` });
  const message = "name must be the name of an existing snapshot, because the account already has the maximum of 100 snapshots";
  expect(await rejection("POST", path, { name: "n101" })).toEqual({ status: 400, problems: [`name: ${message}`] });
  expect((await control("POST", path, { name: "n100" })).status).toBe(201);
  await control("DELETE", `${path}/n1`);
  expect((await control("POST", path, { name: "n101" })).status).toBe(201);
});

test("in-process calls manage an account's snapshots", async () => {
  const { mock } = await controlledMock();
  const { snapshots } = await mock.account();
  await snapshots.create("a");
  await snapshots.restore("a");
  expect(await snapshots.get("a")).toMatchObject({ version: 2 });
  expect(await snapshots.list()).toHaveLength(1);
  await snapshots.delete("a");
  await expect(snapshots.restore("a")).rejects.toMatchObject({ category: "OBJECT_NOT_FOUND" });
});
