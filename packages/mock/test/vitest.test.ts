import type { Mock } from "@crm-platform/mock";
import { createTest, test } from "@crm-platform/mock/vitest";
import { describe, expect } from "vitest";

const strictTest = createTest({ strict: true });
const inputTest = createTest(
  {},
  { scopes: ["tickets"], redirectUris: ["https://app.example/callback"] },
  { records: { tickets: [{ id: "901" }] } },
);
const ticket = "/crm/objects/2026-03/tickets/901";

function archive(mock: Mock, token: string): Promise<Response> {
  return mock.fetch(mock.url + ticket, { method: "DELETE", headers: { authorization: `Bearer ${token}` } });
}

describe.concurrent("concurrent tests", () => {
  const count = 5;
  const seeded = new Map<number, unknown>();

  test.for(Array.from({ length: count }, (_, index) => `Ticket ${index + 1}`))(
    "concurrent tests have separate accounts: %s",
    async (subject, { mock, account, expect }) => {
      await account.seed({ records: { tickets: [{ id: "901", properties: { subject } }] } });
      seeded.set(account.accountId, mock);
      // Each test continues only when all tests have seeded a record with the same id.
      await expect.poll(() => seeded.size).toBe(count);
      expect((await archive(mock, account.accessToken)).status).toBe(204);
      const [record, ...others] = (await account.snapshot()).records?.["tickets"] ?? [];
      expect(others).toEqual([]);
      expect(JSON.stringify(record)).toContain(subject);
    },
  );

  test("tests share the mock of their file", async ({ mock, expect }) => {
    await expect.poll(() => seeded.size).toBe(count);
    expect(new Set(seeded.values())).toEqual(new Set([mock]));
  });
});

describe("an account", () => {
  const used: number[] = [];

  test("an account can be deleted by its test", async ({ account }) => {
    await account.delete();
  });

  test("an account exists while its test runs", async ({ account }) => {
    used.push(account.accountId);
    expect(await account.snapshot()).toHaveProperty("version");
  });

  test("an account is deleted after its test", async ({ mock }) => {
    expect(used).toHaveLength(1);
    for (const id of used) await expect(mock.snapshot(id)).rejects.toMatchObject({ category: "OBJECT_NOT_FOUND" });
  });
});

describe("a test with its own account input", () => {
  inputTest.for(["one", "another"])(
    "each test has an account with the scopes, redirect URIs and state: %s",
    async (_, { mock, account }) => {
      expect(account).toMatchObject({ scopes: ["tickets"], app: { redirectUris: ["https://app.example/callback"] } });
      expect((await archive(mock, account.accessToken)).status).toBe(204);
    },
  );
});

describe("a test with its own options", () => {
  strictTest("a test with options has a mock with those options", async ({ mock, account }) => {
    const headers = { authorization: `Bearer ${account.accessToken}` };
    expect((await mock.fetch(`${mock.url}/cos-domains/v1/domains?color=red`, { headers })).status).toBe(400);
  });

  test("a test with options does not affect other tests", async ({ mock, account }) => {
    const headers = { authorization: `Bearer ${account.accessToken}` };
    expect((await mock.fetch(`${mock.url}/cos-domains/v1/domains?color=red`, { headers })).status).toBe(200);
  });

  test.for(["one", "another"])("a test does not see data from earlier tests: %s", async (_, { account }) => {
    expect((await account.snapshot()).records).toBeUndefined();
    await account.seed({ records: { tickets: [{ id: "901" }] } });
  });
});
