import { createMock } from "@crm-platform/mock";
import { expect, onTestFinished, test } from "vitest";
import { databases, kindsOfDatabase } from "./stores.ts";

test.each(kindsOfDatabase)("%s: an account that ends under its requests refuses them, and none of them fails", async (kind) => {
  const failures: unknown[] = [];
  const mock = await createMock({ database: await databases[kind](), onError: (error) => failures.push(error) });
  onTestFinished(() => mock.close());
  const account = await mock.account();
  const headers = { authorization: `Bearer ${account.accessToken}`, "content-type": "application/json" };
  const body = JSON.stringify({ createdBy: "someone@hub.example", campaignName: "Spring" });
  const create = async (): Promise<number> =>
    (await mock.fetch(`${mock.url}/email/public/v1/smtpapi/tokens`, { method: "POST", headers, body })).status;
  expect(await create()).toBe(200);
  // In between, in any order: before the account ends, while it does, and after.
  const statuses = await Promise.all([create(), create(), account.delete().then(() => 0), create(), create(), create()]);
  statuses.push(await create());
  expect(failures).toEqual([]);
  expect(statuses.every((status) => [0, 200, 401].includes(status))).toBe(true);
  expect(statuses.at(-1)).toBe(401);
});
