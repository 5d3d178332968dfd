import { createMock, type Mock } from "@crm-platform/mock";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "./freshDatabase.ts";

test.each([false, true])("requests in progress fail when another process deletes their account (rate limits: %s)", async (rateLimits) => {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  const failures: unknown[] = [];
  const open = async (): Promise<Mock> => {
    const mock = await createMock({ database: url, rateLimits, onError: (error) => failures.push(error) });
    onTestFinished(() => mock.close());
    return mock;
  };
  const [one, other] = [await open(), await open()];
  const account = await one.account();
  const headers = { authorization: `Bearer ${account.accessToken}`, "content-type": "application/json" };
  const body = JSON.stringify({ createdBy: "someone@hub.example", campaignName: "Spring" });

  let served = 0;

  async function keepCreating(): Promise<Set<number>> {
    const statuses = new Set<number>();
    while (!statuses.has(401) && statuses.size < 3) {
      const { status } = await one.fetch(`${one.url}/email/public/v1/smtpapi/tokens`, { method: "POST", headers, body });
      statuses.add(status);
      if (status === 200) served += 1;
    }
    return statuses;
  }
  const created = Promise.all(Array.from({ length: 16 }, keepCreating));
  await expect.poll(() => served).toBeGreaterThan(16);
  await other.deleteAccount(account.accountId);
  for (const statuses of await created) expect([...statuses].filter((status) => status !== 200)).toEqual([401]);
  expect(failures).toEqual([]);
});
