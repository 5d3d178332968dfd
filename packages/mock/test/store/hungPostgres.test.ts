import { setImmediate } from "node:timers/promises";
import { serveMock } from "@crm-platform/mock";
import { expect, onTestFinished, test, vi } from "vitest";
import { controlledMock } from "../control/controlling.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { type Hanging, hangingPostgres } from "./hungPostgres.ts";

const smtpTokens = "/email/public/v1/smtpapi/tokens";
const newToken = { createdBy: "someone@hub.example", campaignName: "Spring" };
const domains = "/cos-domains/v1/domains";

async function hanging(): Promise<Hanging> {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  return hangingPostgres(url);
}

/** Once the request hangs, advances the timers until it ends. On a busy machine, other requests can reach the database later. */
async function afterTimeouts<Result>(send: () => Promise<Result>, hung: Promise<void> = Promise.resolve()): Promise<Result> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let isPending = true;
  const response = send().finally(() => {
    isPending = false;
  });
  await hung;
  while (isPending) {
    await vi.advanceTimersByTimeAsync(1_000);
    await setImmediate();
  }
  vi.useRealTimers();
  return response;
}

test("requests get a 503 with Retry-After while Postgres hangs, and succeed afterwards", async () => {
  const database = await hanging();
  const failures: unknown[] = [];
  const { account, mock } = await controlledMock({ database: database.url, onError: (error) => failures.push(error) });
  const one = await account();
  database.hang();
  const responses = await afterTimeouts(() =>
    Promise.all([
      one.call({ path: domains }),
      one.call({ path: smtpTokens, body: newToken }),
      one.call({ path: smtpTokens, body: newToken }),
    ]),
  );
  for (const { status, headers, body } of responses) {
    expect([status, headers.get("retry-after"), body.category]).toEqual([503, "5", "SERVICE_UNAVAILABLE"]);
  }
  expect(failures.map(String)).toContain("DatabaseLost: The database does not respond. Try again later.");
  database.recover();
  expect((await one.call({ path: domains })).status).toBe(200);
  expect((await one.call({ path: smtpTokens, body: newToken })).status).toBe(200);
  expect((await mock.health()).status).toBe("ok");
});

test("a request without a database connection gets a 503 with a message that nothing was written", async () => {
  const database = await hanging();
  const { account } = await controlledMock({ database: database.url });
  const one = await account();
  database.hang();
  // Open connections do not respond, and new connections are never established.
  const responses = await afterTimeouts(() => Promise.all(Array.from({ length: 12 }, () => one.call({ path: domains }))));
  const messages = new Set(responses.map(({ body }) => body.message));
  expect(messages).toContain("The service is busy. Try again in 5 seconds. Nothing was written.");
});

test("a write with an unconfirmed commit is not reported as a success", async () => {
  const database = await hanging();
  const { account } = await controlledMock({ database: database.url });
  const one = await account();
  const response = await afterTimeouts(() => one.call({ path: smtpTokens, body: newToken }), database.hangAfter("commit\0"));
  expect([response.status, response.body.message]).toEqual([
    503,
    "The service cannot reach its data. Try again in 5 seconds. The request may have been processed.",
  ]);
  database.recover();
  await expect.poll(async () => Object.keys((await one.snapshot()) as object)).toContain("smtpTokens");
});

test("health reports an unresponsive database", async () => {
  const database = await hanging();
  const { call } = await controlledMock({ database: database.url });
  database.hang();
  const { status, headers, body } = await call({ path: "/__mock/v1/health" });
  expect([status, headers.get("retry-after"), body.message]).toEqual([
    503,
    "5",
    "The database did not respond within 3 seconds. Check that it is running and reachable.",
  ]);
});

test("a mock closes while Postgres hangs", async () => {
  const database = await hanging();
  const { account, mock } = await controlledMock({ database: database.url });
  const one = await account();
  const server = await serveMock({ mock, port: 0, drainMs: 0 });
  database.hang();
  const lost = one.call({ path: domains });
  await server.close();
  await mock.close();
  expect((await lost).status).toBe(503);
});
