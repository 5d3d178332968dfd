import { describe, expect, test } from "vitest";
import { controlled } from "./controlling.ts";

const many = 95_000;
const batchCreate = "/crm/v3/associations/contacts/tickets/batch/create";

/** How many problems are told of a body, and whether that took less than a second. */
async function asked(ask: () => Promise<{ readonly status: number; readonly body: { readonly errors?: readonly unknown[] } }>) {
  const began = performance.now();
  const { status, body } = await ask();
  return { status, told: body.errors?.length ?? 0, isQuick: performance.now() - began < 1000 };
}

describe("a hundred thousand wrong items hold up nobody", () => {
  const items = Array(many).fill({});
  const keys = Array.from({ length: many / 5 }, (_, index) => [`n${index}`, [{}]]);

  test("whoever sends them", async () => {
    const { call, account } = await controlled();
    const { accessToken } = await account();
    const request = { method: "POST", path: batchCreate, body: { inputs: items } };
    expect(await asked(() => call(request))).toEqual({ status: 401, told: 0, isQuick: true });
    expect(await asked(() => call({ ...request, token: accessToken }))).toEqual({ status: 400, told: 1000, isQuick: true });
  });

  test("not when unknown fields are refused, too", async () => {
    const { call, account } = await controlled({ strict: true });
    const { accessToken } = await account();
    const request = { method: "POST", path: batchCreate, token: accessToken };
    const unknown = Array(many)
      .fill({ x: 1 })
      .slice(0, many / 2);
    expect(await asked(() => call({ ...request, body: { inputs: unknown } }))).toEqual({ status: 400, told: 1000, isQuick: true });
  });

  test.each([
    ["a list", { sentEmails: items }],
    ["a list in a list", { eventDefinitions: [{ properties: items }] }],
    ["lists by name", { records: Object.fromEntries(keys) }],
    ["record ids", { records: { contacts: Array.from({ length: many }, (_, index) => ({ id: `x${index}` })) } }],
    ["values by name", { records: { contacts: [{ id: "1", properties: Object.fromEntries(keys) }] } }],
  ])("of a state: %s", async (_, body) => {
    const { call, account } = await controlled();
    const { accountId } = await account();
    const { told, ...rest } = await asked(() => call({ method: "POST", path: `/__mock/v1/accounts/${accountId}/seed`, body }));
    expect(rest).toEqual({ status: 400, isQuick: true });
    expect(told).toBeGreaterThan(100);
    expect(told).toBeLessThanOrEqual(1000);
  });
});
