import { createClient } from "@crm-platform/client";
import { verifyWebhook } from "@crm-platform/client/verifyWebhook";
import { createMock } from "@crm-platform/mock";
import { type ExploreError, explore, type RunContext, type Scenario } from "@crm-platform/mock/explore";
import { expect, onTestFinished, test } from "vitest";
import { databases, kindsOfDatabase } from "../store/stores.ts";

const contacts = ["ana", "ben", "cleo"].map((name, index) => ({ id: String(index + 1), properties: { email: `${name}@example.com` } }));
const emails = contacts.map(({ properties }) => properties.email);

async function failureOf(scenario: Scenario, options: Parameters<typeof explore>[1] = {}): Promise<ExploreError> {
  const outcome = await explore(scenario, { seed: 1, ...options }).catch((error: unknown) => error);
  expect(outcome).toMatchObject({ name: "ExploreError" });
  return outcome as ExploreError;
}

async function valuesOf({ client }: RunContext, objectType: string, property: string): Promise<unknown[]> {
  const records = await createClient(client)
    .records.list(objectType, { properties: [property], limit: 100 })
    .toArray();
  return records.map(({ properties }) => properties[property]).sort();
}

/** Creates a deal for each contact. */
function syncing(sync: (context: RunContext) => Promise<unknown>): Scenario {
  return {
    state: { records: { contacts } },
    run: sync,
    check: async (context) => expect(await valuesOf(context, "deals", "dealname")).toEqual(emails),
  };
}

const blind = syncing(async ({ client }) => {
  const inputs = contacts.map(({ properties }) => ({ properties: { dealname: properties.email } }));
  const platform = createClient(client);
  for (let attempts = 1; attempts <= 10; attempts += 1) {
    try {
      return await platform.records.batchCreate("deals", { inputs });
    } catch {
      // The sync repeats the request.
    }
  }
});

test("a sync that repeats creates fails if a response is lost, and the error says how to repeat it", async () => {
  const error = await failureOf(blind);
  expect(error.schedule).toEqual([{ operationId: "records.batchCreate", nth: 1, effect: { type: "dropResponse" } }]);
  expect(error.message).toContain(
    "records.batchCreate, request 1 (POST /crm/objects/2026-03/deals/batch/create): Processes the request and drops the connection",
  );
  expect(error.message).toContain('use the options {"seed":1,"runs":100}.');
  expect(error.message).toMatch(
    /1 {2}records\.batchCreate {2}POST \S+\/deals\/batch\/create {2}201 {5}dropResponse\n.*2 {2}records\.batchCreate .* 201$/,
  );
  expect(error.cause).toHaveProperty("name", "AssertionError");
});

test("a sync that searches before it creates fails if a response is lost while searches lag", async () => {
  const searching = syncing(async ({ client }) => {
    const platform = createClient(client);
    for (let attempts = 1; attempts <= 10; attempts += 1) {
      try {
        for (const { properties } of contacts) {
          const filters = [{ propertyName: "dealname", operator: "EQ" as const, value: properties.email }];
          const { total } = await platform.records.search("deals", { filterGroups: [{ filters }] });
          if (total === 0) await platform.records.create("deals", { properties: { dealname: properties.email } });
        }
        return;
      } catch {
        // The sync starts again.
      }
    }
  });
  const error = await failureOf(searching, { faults: ["dropResponse", "searchLag"], runs: 300 });
  expect(error.schedule.map(({ effect }) => effect.type).sort()).toEqual(["dropResponse", "searchLag"]);
  const again = await failureOf(searching, { faults: ["dropResponse", "searchLag"], runs: 300, seed: error.seed });
  expect(again.message).toBe(error.message);
});

/** Upserts by unique values, which can be repeated. */
const robust: Scenario = {
  run: async ({ client }) => {
    const platform = createClient(client);
    const inputs = contacts.map(({ properties }) => ({ id: properties.email, idProperty: "email", properties }));
    for (let attempts = 1; attempts <= 10; attempts += 1) {
      const { complete } = await platform.records.batchUpsert("contacts", { inputs }).chunked();
      if (complete) return;
    }
  },
  check: async ({ error, ...context }) => {
    expect(error).toBe(undefined);
    expect(await valuesOf(context, "contacts", "email")).toEqual(emails);
  },
};

test.each(kindsOfDatabase)("a sync that upserts by unique values survives all faults (%s)", async (kind) => {
  const mock = await createMock({ database: await databases[kind]() });
  onTestFinished(() => mock.close());
  expect(await explore(robust, { mock, seed: 3, runs: 40 })).toEqual({ runs: 40, seed: 3 });
  const journal = await mock.requests.list();
  expect(journal).toEqual([]);
});

test("an integration that does not renew its access token fails when the token expires", async () => {
  const run: Scenario["run"] = ({ client, ...context }) =>
    robust.run({ ...context, client: { ...client, accessToken: async () => context.account.accessToken } });
  const { schedule } = await failureOf({ ...robust, run }, { faults: ["advanceClock"] });
  expect(schedule).toEqual([{ operationId: "records.batchUpsert", nth: 1, effect: { type: "advanceClock", milliseconds: 1_860_000 } }]);
});

/** Creates contacts, and checks the ids that webhooks name, in their order. */
function receiving(count: number, check: (received: readonly number[]) => void): Scenario {
  const received = new Map<number, number[]>();
  return {
    run: async ({ mock, account, client }) => {
      const ids: number[] = [];
      received.set(account.accountId, ids);
      mock.onWebhook(async (request) => {
        const events = await verifyWebhook(request, { clientSecret: account.app.clientSecret });
        for (const event of events) if ("objectId" in event) ids.push(Number(event.objectId));
      });
      const platform = createClient(client);
      const appId = Number(account.app.appId);
      await platform.webhooks.setSettings(appId, { targetUrl: "https://app.example/hooks", throttling: { maxConcurrentRequests: 1 } });
      await platform.webhooks.createSubscription(appId, { eventType: "contact.creation", active: true });
      for (let created = 0; created < count; created += 1) await platform.records.create("contacts", { properties: {} });
    },
    check: async ({ account }) => check(received.get(account.accountId) ?? []),
  };
}

const once = (ids: readonly number[]) => expect(ids).toHaveLength(new Set(ids).size);
const inOrder = (ids: readonly number[]) => expect(ids).toEqual(ids.toSorted((one, other) => one - other));

test.each<[fault: "duplicate" | "dropResponse" | "reorder" | "reset", check: (ids: readonly number[]) => void]>([
  ["duplicate", once],
  ["dropResponse", once],
  ["reorder", inOrder],
  ["reset", inOrder],
])("a receiver fails under the fault %s, although nothing waits for its webhooks, nor for the clock", async (fault, check) => {
  const error = await failureOf(receiving(2, check), { faults: [fault], runs: 40 });
  expect(error.schedule).toMatchObject([{ operationId: "webhooks.receiveEvents", effect: { type: fault } }]);
  expect(error.message).toMatch(/- webhook \d \(contact\.creation \d+\): /);
  expect(error.message).toMatch(new RegExp(`webhooks\\.receiveEvents {2,}contact\\.creation \\d+ .*${fault}`));
});

test.each(kindsOfDatabase)("the same seed finds the same schedules on every database (%s)", async (kind) => {
  const mock = await createMock({ database: await databases[kind]() });
  onTestFinished(() => mock.close());
  const schedules = [];
  for (const [fault, check] of [
    ["dropResponse", once],
    ["reorder", inOrder],
  ] as const) {
    const { schedule, message } = await failureOf(receiving(3, check), { mock, faults: [fault], runs: 12 });
    expect(message).toContain("webhooks.receiveEvents");
    schedules.push(schedule);
  }
  const of = (type: string) => [{ operationId: "webhooks.receiveEvents", nth: 1, effect: { type } }];
  expect(schedules).toEqual([of("dropResponse"), of("reorder")]);
});

/** Only one of five workers repeats a create that fails, so that the order of the requests decides which fault leads to a duplicate. */
const concurrent: Scenario = {
  run: async ({ client, account, mock }) => {
    const platform = createClient(client);
    const create = (name: string) => platform.records.create("deals", { properties: { dealname: name } });
    const worker = async (name: string) => {
      const { id } = await platform.records.create("contacts", { properties: { email: `${name}@example.com` } });
      await platform.records.get("contacts", id);
      await create(name).catch(() => (name === "c" ? create(name) : undefined));
      await mock.fetch(`${mock.url}/crm/objects/2026-03/deals`, { headers: { authorization: `Bearer ${account.accessToken}` } });
    };
    await Promise.all(["a", "b", "c", "d", "e"].map(worker));
  },
  check: async (context) => {
    const names = await valuesOf(context, "deals", "dealname");
    expect(names.filter((name) => name === "c").length).toBeLessThanOrEqual(1);
  },
};

const messages = new Map<number, string>();

test.each(kindsOfDatabase)("the same seed finds the same failures of a concurrent program on every database (%s)", async (kind) => {
  const mock = await createMock({ database: await databases[kind]() });
  onTestFinished(() => mock.close());
  for (const seed of [5, 6]) {
    const { schedule, message } = await failureOf(concurrent, { mock, seed, runs: 60, faults: ["dropResponse"] });
    // The first half of the runs has only faults of the first requests, which this program survives.
    expect(schedule[0]?.nth).toBeGreaterThan(1);
    const table = message.slice(message.indexOf("To repeat")).replaceAll(/\/\d+ /g, "/id ");
    expect(table).toBe(messages.get(seed) ?? table);
    messages.set(seed, table);
  }
});

test("a program that waits for each webhook does not wait in real time if it is reordered", async () => {
  const { run } = receiving(1, () => {});
  const waiting: Scenario["run"] = async (context) => {
    await run(context);
    await context.account.webhooks.deliveries({ waitFor: 1 });
    await createClient(context.client).records.create("contacts", { properties: {} });
  };
  const check: Scenario["check"] = async ({ account, error }) => {
    expect(error).toBe(undefined);
    expect(await account.webhooks.deliveries({ state: "delivered" })).toHaveLength(2);
  };
  // The mock waits up to five seconds for deliveries, and holds a webhook back for three.
  expect(await explore({ run: waiting, check }, { faults: ["reorder"], runs: 3, seed: 1, timeoutMs: 2_000 })).toEqual({ runs: 3, seed: 1 });
});

test("the only webhook is not reordered", async () => {
  await expect(explore(receiving(1, inOrder), { faults: ["reorder"] })).rejects.toThrow("no requests to which one of the faults can apply");
});

test("a scenario whose check fails without faults, or that makes no requests, is an error", async () => {
  const failing: Scenario = { run: async () => {}, check: async () => expect.fail("the deal is missing") };
  await expect(explore(failing)).rejects.toThrow("The check fails without faults: the deal is missing");
  await expect(explore({ ...failing, check: async () => {} })).rejects.toThrow("makes no requests");
});

test("an operation that stays down, and one that is only called after an error, fail as well", async () => {
  const down = await failureOf(
    {
      run: ({ client }) => createClient(client).records.list("contacts").toArray(),
      check: async ({ error }) => expect(error).toBe(undefined),
    },
    { faults: ["status"] },
  );
  const effect = { type: "status", status: 503, retryAfter: 1 };
  expect(down.schedule).toEqual([1, 2, 3].map((nth) => ({ operationId: "records.list", nth, effect })));
  expect(down.message).toContain("records.list, request 3 (GET /crm/objects/2026-03/contacts): Responds with 503");
  expect(down.message).toContain('match: { accountId, operationId: "records.list", nth: 3 }, effect: {"type":"status"');

  const rollback = await failureOf(
    {
      state: { records: { contacts } },
      run: async ({ client }) => {
        const platform = createClient(client);
        const { id } = await platform.records.create("deals", { properties: { dealname: "Order" } });
        const update = platform.records.update("contacts", "1", { properties: { firstname: "Ana" } });
        await update.catch(() => platform.records.archive("deals", id));
      },
      check: async (context) => {
        const [contact] = await valuesOf(context, "contacts", "firstname");
        const deals = await valuesOf(context, "deals", "dealname");
        if (deals.length > 0 && context.error) expect(contact).toBe("Ana");
      },
    },
    { faults: ["reset", "status"], runs: 200 },
  );
  expect([...new Set(rollback.schedule.map(({ operationId }) => operationId))].sort()).toEqual(["records.archive", "records.update"]);
});

test("an error without faults names what the run threw, and lists its requests", async () => {
  const scenario: Scenario = {
    run: async ({ client }) => {
      await createClient(client).records.list("contacts").toArray();
      throw new TypeError("deals is not iterable");
    },
    check: async () => expect.fail("the deal is missing"),
  };
  const list = /1 {2}records\.list {2}GET \/crm\/objects\/2026-03\/contacts {2}200$/;
  await expect(explore(scenario)).rejects.toThrow(
    /^The check fails without faults: the deal is missing\nThe run rejected with: deals is not iterable\n/,
  );
  await expect(explore(scenario)).rejects.toThrow(list);
  const passing = explore({ ...scenario, check: async () => {} });
  await expect(passing).rejects.toThrow(/^The run fails without faults: deals is not iterable\n/);
});

test("the table has no status for a dropped request, and is in the order of the clock", async () => {
  const { run } = receiving(1, () => {});
  const check: Scenario["check"] = async ({ account }) => {
    const [delivery] = await account.webhooks.deliveries();
    if (delivery) expect(delivery.attempts).toHaveLength(1);
  };
  const later: Scenario["run"] = async (context) => {
    await run(context);
    await context.account.webhooks.deliveries({ waitFor: 1 });
    await context.account.clock.advance({ seconds: 1 });
    await createClient(context.client).records.list("contacts").toArray();
  };
  const { message } = await failureOf({ run: later, check }, { faults: ["reset"], runs: 40 });
  expect(message).toMatch(
    /webhooks\.receiveEvents {2,}contact\.creation \d+ +reset .*\n.*contact\.creation \d+ +204\n.*records\.list .* 200$/,
  );
  expect(message).toContain("Delivers the webhook late: the first attempt fails");
});

test("a mock has one exploration at a time", async () => {
  const mock = await createMock();
  onTestFinished(() => mock.close());
  const first = explore(robust, { mock, runs: 1, seed: 1 });
  await expect(explore(robust, { mock })).rejects.toThrow("another exploration uses this mock");
  await first;
  await explore(robust, { mock, runs: 1, seed: 1 });
});

test.each([
  { scenario: undefined, message: "the options must be an object" },
  { scenario: {}, message: "run is missing; it must be a function; check is missing; it must be a function" },
  { scenario: { ...blind, check: true }, message: "check must be a function" },
  { scenario: { ...blind, setup: () => {} }, message: "setup is not an option" },
])("refuses the scenario $scenario", async ({ scenario, message }) => {
  await expect(explore(scenario as unknown as Scenario)).rejects.toThrow(`explore: ${message}`);
});

test.each([null, undefined, "text", 7, Symbol("s"), { a: 1 }])("a check that throws %s is reported", async (thrown) => {
  const check = async () => {
    throw thrown;
  };
  await expect(explore({ run: blind.run, check })).rejects.toThrow("The check fails without faults: ");
});

test("a receiver that always fails gets all retries without a wait in real time", async () => {
  const scenario = receiving(1, () => {});
  const run: Scenario["run"] = async (context) => {
    await scenario.run(context);
    context.mock.onWebhook(() => new Response(null, { status: 500 }));
  };
  const check: Scenario["check"] = async ({ account }) => {
    const [delivery] = await account.webhooks.deliveries();
    expect(delivery).toMatchObject({ state: "failed", attempts: { length: 11 } });
  };
  await explore({ run, check }, { runs: 1, faults: ["duplicate"] });
});

test("a function that does not end, and timers that it leaves, do not stop the exploration", async () => {
  const hanging = explore({ run: () => new Promise(() => {}), check: async () => {} }, { timeoutMs: 50 });
  await expect(hanging).rejects.toThrow("The check fails without faults: the run does not end within timeoutMs (50 milliseconds)");
  let ended = 0;
  const leaving: Scenario = {
    run: async ({ client }) => {
      const platform = createClient(client);
      const list = () => platform.records.list("contacts").toArray();
      setTimeout(async () => {
        await list().catch(() => {});
        ended += 1;
      });
      return list();
    },
    check: async () => {},
  };
  expect(await explore(leaving, { runs: 5, seed: 1 })).toEqual({ runs: 5, seed: 1 });
  await expect.poll(() => ended).toBe(6);
});

test("what a function throws synchronously is a failure, even if it has no string", async () => {
  const scenario: Scenario = {
    ...blind,
    check: ({ error }) => {
      if (error) throw Object.create(null);
      return Promise.resolve();
    },
    run: ({ client }) => createClient(client).records.list("contacts").toArray(),
  };
  const { message } = await failureOf(scenario);
  expect(message).toContain("[Object: null prototype] {}");
  const failing: Scenario = {
    run: () => {
      throw new Error("no configuration");
    },
    check: async ({ error }) => {
      throw error;
    },
  };
  await expect(explore(failing)).rejects.toThrow("The check fails without faults: no configuration");
});

test("a run that repeats requests forever or does not end under a fault fails", async () => {
  const reading = (onError: (read: () => Promise<unknown>) => Promise<unknown>): Scenario => ({
    run: async ({ client }) => {
      const platform = createClient({ ...client, maxRetries: 0 });
      const read = () => platform.records.list("contacts").toArray();
      await read().catch(() => onError(read));
    },
    check: async () => {},
  });
  const repeating = reading(async (read) => {
    for (;;) await read().catch(() => {});
  });
  const options = { faults: ["reset"], runs: 2 } as const;
  const endless = await failureOf(repeating, options);
  expect(endless.message).toContain("the run sends more than 1,000 requests");
  expect(endless.message).toMatch(/\(the first 40 of 1,\d{3}\):(\n.*){41}$/);
  const hanging = await failureOf(
    reading(() => new Promise(() => {})),
    { ...options, timeoutMs: 300 },
  );
  expect(hanging.message).toContain("the run does not end within timeoutMs (300 milliseconds)");
  expect(hanging.schedule).toEqual([{ operationId: "records.list", nth: 1, effect: { type: "reset" } }]);
});

test("a loop over calls of the mock, the account or the client ends", async () => {
  const ended: string[] = [];
  const loops: Record<string, (context: RunContext) => Promise<unknown>> = {
    fetch: ({ mock }) => mock.fetch(`${mock.url}/crm/objects/2026-03/contacts`),
    outbox: ({ account }) => account.outbox(),
    control: ({ mock, account }) => mock.outbox(account.accountId),
    client: ({ client }) =>
      createClient({ ...client, maxRetries: 0 })
        .records.list("contacts")
        .toArray(),
  };
  for (const [name, call] of Object.entries(loops)) {
    const run: Scenario["run"] = async (context) => {
      try {
        for (;;) await call(context);
      } finally {
        ended.push(name);
      }
    };
    const limited = explore({ run, check: async () => {} }, { timeoutMs: 100 });
    await expect(limited).rejects.toThrow(/the run (does not end within timeoutMs|sends more than 1,000 requests)/);
  }
  // The programs end as well, so that their timers do not keep the process alive.
  await expect.poll(() => ended.toSorted(), { timeout: 30_000 }).toEqual(Object.keys(loops).sort());
});

test.each([
  { options: { runs: 0 }, message: "runs must be an integer, from 1" },
  { options: { seed: 2 ** 32 }, message: "seed must be a 32-bit integer" },
  { options: { runs: 1.5 }, message: "runs must be an integer, from 1" },
  { options: { seed: Number.NaN }, message: "seed must be a 32-bit integer" },
  { options: { timeoutMs: 0 }, message: "timeoutMs must be an integer, from 1" },
  { options: { faults: [] }, message: "faults must be an array with at least one of dropResponse, truncate," },
  { options: { faults: ["dropRespons"] }, message: "faults must be an array with at least one of dropResponse, truncate," },
  { options: { faults: "dropResponse" }, message: "faults must be an array" },
  { options: { mock: {} }, message: "mock must be a mock" },
  { options: { timeout: 2 }, message: "timeout is not an option. Did you mean timeoutMs?" },
])("refuses the options $options", async ({ options, message }) => {
  await expect(explore(blind, options as object)).rejects.toThrow(`explore: ${message}`);
});
