import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMock, type Mock, type MockOptions, serveMock } from "@crm-platform/mock";
import { type Control, createControl } from "@crm-platform/mock/control";
import { describe, expect, onTestFinished, test } from "vitest";
import { asUser } from "../asUser.ts";

const now = "2026-04-20T08:00:00Z";

async function served(options: MockOptions = {}): Promise<{ mock: Mock; url: string }> {
  const mock = await createMock(options);
  const server = await serveMock({ mock, port: 0 });
  onTestFinished(async () => {
    await server.close();
    await mock.close();
  });
  return { mock, url: server.url };
}

const places: Record<string, (mock: Mock, url: string) => Control> = {
  "in process": (mock) => mock,
  "over HTTP": (_, url) => createControl({ baseUrl: `${url}/` }),
};

describe.each(Object.entries(places))("the control client %s", (_, connect) => {
  test("has the same methods with the same arguments", async () => {
    const { mock, url } = await served();
    const control = connect(mock, url);
    const account = await control.account({ scopes: ["tickets"] }, { records: { tickets: [{ id: "901" }] } });
    expect((await account.snapshot()).records).toMatchObject({ tickets: [{ id: "901" }] });
    expect(await account.installApp({ name: "Second" })).toMatchObject({ app: { clientId: expect.any(String) } });
    expect((await control.accounts.get(account.accountId)).apps).toHaveLength(2);
    await (await asUser(mock, account)).records.archive("tickets", "901");
    await account.records.restore("tickets", "901");
    await account.snapshots.create("saved");
    expect((await account.snapshots.list()).map(({ name }) => name)).toEqual(["saved"]);
    const { faultId } = await control.faults.add({ match: { accountId: account.accountId }, effect: { type: "reset" } });
    expect((await control.faults.list(account.accountId)).map((fault) => fault.faultId)).toEqual([faultId]);
    await control.faults.clear(account.accountId);
    expect(await control.faults.list(account.accountId)).toEqual([]);
    expect(await account.outbox({ waitFor: 1, timeout: 1 })).toEqual([]);
    expect(await control.requests.list({ accountId: account.accountId })).toEqual([]);
    await account.delete();
    await expect(control.snapshot(account.accountId)).rejects.toMatchObject({ name: "Rejection", category: "OBJECT_NOT_FOUND" });
  });

  test("starts calls at once, and changes the clock in the order of the calls", async () => {
    const { mock, url } = await served();
    const control = connect(mock, url);
    const account = await control.account();
    control.clock.freeze(now);
    account.clock.advance({ minutes: 31 });
    account.clock.advance(1_000);
    expect((await account.clock.get()).now).toBe("2026-04-20T08:31:01Z");
    await control.settled();
    expect((await mock.clock.get()).now).toBe(now);
  });

  test("rejects with the problems of an invalid call", async () => {
    const { mock, url } = await served();
    const control = connect(mock, url);
    await expect(control.requests.list({ acountId: 1 } as never)).rejects.toThrow(
      "acountId is not a known parameter. Did you mean accountId?",
    );
    await expect(control.clock.advance({ minute: 1 } as never)).rejects.toThrow("advance must be a number of milliseconds");
    const state = { records: { tickets: [{}] } } as never;
    await expect(control.account({}, state)).rejects.toMatchObject({
      name: "Rejection",
      message: "The request is not valid: state.records.tickets[0].id is required",
      problems: [{ in: "state.records.tickets[0].id", code: "required" }],
    });
    expect((await control.accounts.list()).results).toEqual([]);
  });
});

test("the client sends the control token, and rejects invalid options", async () => {
  const { url } = await served({ controlToken: "a-control-token" });
  await expect(createControl({ baseUrl: url }).health()).rejects.toMatchObject({ category: "INVALID_AUTHENTICATION" });
  expect(await createControl({ baseUrl: url, controlToken: "a-control-token" }).health()).toMatchObject({ status: "ok" });
  expect(() => createControl({ baseUrl: "mock", token: "x" } as never)).toThrow(
    /^createControl: baseUrl must be an absolute URL.*; token is not an option/,
  );
  const invalid = () => createControl({ baseUrl: url, controlToken: "a-control-token\n" });
  expect(invalid).toThrow("createControl: controlToken must consist of one or more letters");
  expect(invalid).not.toThrow("a-control-token");
});

test("the client names the address if no mock or another server responds", async () => {
  const other = createServer((_, response) => response.end("<p>It works</p>")).listen(0, "127.0.0.1");
  await once(other, "listening");
  const baseUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  await expect(createControl({ baseUrl }).health()).rejects.toThrow(`Does the mock listen at ${baseUrl}?`);
  other.close();
  await once(other, "close");
  await expect(createControl({ baseUrl }).health()).rejects.toThrow(`The mock at ${baseUrl} did not respond to GET /__mock/v1/health.`);
});
