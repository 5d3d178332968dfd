import { getEventListeners } from "node:events";
import { createMock, type Mock, type RequestEntry } from "@crm-platform/mock";
import { expect, onTestFinished, test } from "vitest";
import { databases, kindsOfDatabase } from "../store/stores.ts";

async function opened(database = "memory"): Promise<Mock> {
  const mock = await createMock({ database });
  onTestFinished(() => mock.close());
  return mock;
}

type Account = Awaited<ReturnType<Mock["account"]>>;

async function send(mock: Mock, { accessToken }: Account, query = ""): Promise<void> {
  await mock.fetch(`${mock.url}/cos-domains/v1/domains${query}`, { headers: { authorization: `Bearer ${accessToken}` } });
}

/** @param found a list to which each entry is added as it arrives */
async function first(entries: AsyncIterable<RequestEntry>, count: number, found: RequestEntry[] = []): Promise<RequestEntry[]> {
  for await (const entry of entries) {
    found.push(entry);
    if (found.length === count) break;
  }
  return found;
}

test.each(kindsOfDatabase)("each new request is yielded once and in order, in %s", async (kind) => {
  const mock = await opened(await databases[kind]());
  const [one, other] = [await mock.account(), await mock.account()];
  await send(mock, one);
  const seen: RequestEntry[] = [];
  const [all, ofOther, wrong] = [
    first(mock.requests.watch({ after: 1 }), 3, seen),
    first(mock.requests.watch({ after: 1, accountId: other.accountId }), 1),
    first(mock.requests.watch({ after: 1, onlyProblems: true }), 1),
  ];
  await send(mock, one);
  await expect.poll(() => seen).toHaveLength(1);
  await send(mock, other);
  await send(mock, one, "?limit=x");
  expect((await all).map(({ id, accountId }) => [id, accountId])).toEqual([
    [2, one.accountId],
    [3, other.accountId],
    [4, one.accountId],
  ]);
  expect(await ofOther).toMatchObject([{ id: 3, status: 200 }]);
  expect(await wrong).toMatchObject([{ id: 4, status: 400 }]);
  expect((await first(mock.requests.watch({ after: 1 }), 3)).map(({ id }) => id)).toEqual([2, 3, 4]);
});

test("leaving the loop cancels the pending wait", async () => {
  const mock = await opened();
  const account = await mock.account();
  await send(mock, account);
  const { signal } = new AbortController();
  for (let count = 0; count < 10; count += 1) expect(await first(mock.requests.watch({ after: 0, signal }), 1)).toHaveLength(1);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("an abort ends the watch, even when there are no requests", async () => {
  const mock = await opened();
  const account = await mock.account();
  const ending = new AbortController();
  const seen: RequestEntry[] = [];
  const watching = first(mock.requests.watch({ signal: ending.signal }), 2, seen);
  await send(mock, account);
  await expect.poll(() => seen).toHaveLength(1);
  ending.abort();
  expect(await watching).toHaveLength(1);
  expect(await first(mock.requests.watch({ after: 0, signal: ending.signal }), 1)).toEqual([]);
});

test("the watch continues after a reset, although entry ids restart at 1", async () => {
  const mock = await opened();
  const seen: RequestEntry[] = [];
  const watching = first(mock.requests.watch(), 4, seen);
  const before = await mock.account();
  for (let count = 0; count < 3; count += 1) await send(mock, before);
  await expect.poll(() => seen).toHaveLength(3);
  await mock.reset();
  await send(mock, await mock.account());
  expect((await watching).map(({ id }) => id)).toEqual([1, 2, 3, 1]);
});

test("the watch rejects for an unknown filter, and when its account is deleted or the mock is closed", async () => {
  const mock = await opened();
  await expect(first(mock.requests.watch({ acountId: 1 } as never), 1)).rejects.toThrow("acountId is not a known parameter");
  const account = await mock.account();
  const ofAccount = first(mock.requests.watch({ accountId: account.accountId }), 1);
  const ofAll = first(mock.requests.watch(), 2);
  const rejected = expect(ofAccount).rejects.toMatchObject({ category: "OBJECT_NOT_FOUND" });
  const closed = expect(ofAll).rejects.toThrow("The mock is closed.");
  await account.delete();
  await rejected;
  await mock.close();
  await closed;
});

test("the watch yields requests to other processes with the same Postgres database", async () => {
  const database = await databases.postgres();
  const [one, other] = [await opened(database), await opened(database)];
  const seen: RequestEntry[] = [];
  const watching = first(one.requests.watch({ after: 0 }), 2, seen);
  const account = await one.account();
  await send(other, account);
  await expect.poll(() => seen).toHaveLength(1);
  await send(other, account);
  expect(await watching).toMatchObject([{ accountId: account.accountId }, { accountId: account.accountId }]);
});
