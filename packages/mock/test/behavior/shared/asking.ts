import { batch, create, seededAccount } from "../associated.ts";
import { type Call, demoTime, type Platform, type TestAccount, type TestResponse } from "../platform.ts";

export const domains = "/cos-domains/v1/domains";
export const batchRead = "/crm/objects/2026-03/meetings/batch/read";

export async function fresh(platform: Platform, options: Readonly<Record<string, unknown>> = {}): Promise<TestAccount> {
  return platform.account({ ...options, clock: { mode: "frozen", at: new Date(demoTime).toISOString() } });
}

// With more concurrent requests, waiting for the account's lock on Postgres could time out.
const atOnce = 20;

export async function servedOf(count: number, account: TestAccount): Promise<number> {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const calls = Array.from({ length: Math.min(atOnce, count - statuses.length) }, () => account.call({ path: domains }));
    for (const { status } of await Promise.all(calls)) statuses.push(status);
  }
  return statuses.filter((status) => status === 200).length;
}

const errorsOf = new WeakMap<Platform, Promise<readonly TestResponse[]>>();

export function rejections(platform: Platform): Promise<readonly TestResponse[]> {
  const errors = errorsOf.get(platform) ?? provokeErrors(platform);
  errorsOf.set(platform, errors);
  return errors;
}

async function provokeErrors(platform: Platform): Promise<TestResponse[]> {
  const one = await platform.account({ rateLimits: true, dailyLimit: 8 });
  const lesser = await platform.account({ scopes: ["tickets"] });
  await one.call(definition);
  const responses = [
    await one.call({ path: batchRead, body: {} }),
    await platform.call({ path: domains }),
    await lesser.call({ path: domains }),
    await platform.call({ path: "/nothing" }),
    await one.call({ path: "/crm/objects/2026-03/tickets/901" }),
    await platform.call({ method: "PATCH", path: domains }),
    await one.call(definition),
    await platform.call({ path: "/calendar/v1/events" }),
    await one.call({ path: batchRead, body: "x".repeat(2 * 1024 * 1024) }),
    await one.call({ path: batchRead, form: { inputs: "1" } }),
  ];
  while (responses.at(-1)?.status !== 429) responses.push(await one.call({ path: "/crm/objects/2026-03/tickets/901" }));
  const statuses = new Set(responses.map(({ status }) => status));
  const expected = [400, 401, 403, 404, 405, 409, 410, 413, 415, 429];
  if (expected.some((status) => !statuses.has(status)))
    throw new Error(`Expected responses with the statuses ${expected}, but received only ${[...statuses]}`);
  return responses;
}

export async function partialFailures(platform: Platform): Promise<TestResponse[]> {
  const account = await seededAccount(platform);
  const meetings = { inputs: [{ id: "512001" }, { id: "512999" }], properties: [], propertiesWithHistory: [] };
  return [
    await account.call({ path: batchRead, body: meetings }),
    await batch(account, "contacts/tickets", "read", [{ id: "3101" }]),
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601", "3101 contact_to_ticket 9699"),
  ];
}

const definition: Call = { path: "/events/2026-03/event-definitions", body: { label: "Sensor calibrated" } };
