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
  expect(error.message).toContain("records.batchCreate, request 1: Processes the request and drops the connection instead of responding");
  expect(error.message).toContain(`set the seed ${error.seed}`);
  expect(error.requests.map(({ operationId, status }) => [operationId, status])).toEqual([
    ["records.batchCreate", 201],
    ["records.batchCreate", 201],
  ]);
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

test("a receiver that counts events fails if a webhook is sent twice", async () => {
  const received = new Map<number, number>();
  const counting: Scenario = {
    run: async ({ mock, account, client }) => {
      const { accountId } = account;
      mock.onWebhook(async (request) => {
        const events = await verifyWebhook(request, { clientSecret: account.app.clientSecret });
        received.set(accountId, (received.get(accountId) ?? 0) + events.length);
      });
      const platform = createClient(client);
      const appId = Number(account.app.appId);
      await platform.webhooks.setSettings(appId, { targetUrl: "https://app.example/hooks", throttling: { maxConcurrentRequests: 1 } });
      await platform.webhooks.createSubscription(appId, { eventType: "contact.creation", active: true });
      await platform.records.create("contacts", { properties: { email: "ana@example.com" } });
      await account.webhooks.deliveries({ waitFor: 1 });
    },
    check: async ({ account }) => expect(received.get(account.accountId)).toBe(1),
  };
  const { schedule } = await failureOf(counting, { faults: ["duplicate"] });
  expect(schedule).toEqual([{ operationId: "webhooks.receiveEvents", nth: 1, effect: { type: "duplicate" } }]);
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
    { faults: ["status"], maxFaults: 1 },
  );
  expect(down.schedule).toEqual([{ operationId: "records.list", times: 3, effect: { type: "status", status: 503, retryAfter: 1 } }]);
  expect(down.message).toContain("records.list, requests 1 to 3: Responds with 503");
  expect(down.code).toContain('operationId: "records.list" }, times: 3, effect');

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
  expect(rollback.schedule.map(({ operationId }) => operationId).sort()).toEqual(["records.archive", "records.update"]);
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
  expect(message).toContain("a value that cannot be converted to a string");
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
  const options = { faults: ["reset"], maxFaults: 1, runs: 2 } as const;
  const endless = await failureOf(repeating, options);
  expect(endless.message).toContain("the run sends more than 1,000 requests");
  const hanging = await failureOf(
    reading(() => new Promise(() => {})),
    { ...options, timeoutMs: 300 },
  );
  expect(hanging.message).toContain("the run does not end within timeoutMs (300 milliseconds)");
  expect(hanging.schedule).toEqual([{ operationId: "records.list", nth: 1, effect: { type: "reset" } }]);
});

test.each([
  { options: { runs: 0 }, message: "runs must be an integer, at least 1" },
  { options: { seed: 2 ** 32 }, message: "seed must be a 32-bit integer" },
  { options: { maxFaults: 1.5 }, message: "maxFaults must be an integer, at least 1" },
  { options: { timeoutMs: 0 }, message: "timeoutMs must be an integer of milliseconds" },
  { options: { faults: [] }, message: "faults must be an array with at least one type of fault" },
  {
    options: { faults: ["dropRespons"] },
    message: 'faults contains "dropRespons", which is not a type of fault. Did you mean dropResponse?',
  },
  { options: { maxFault: 2 }, message: "maxFault is not an option. Did you mean maxFaults?" },
])("refuses the options $options", async ({ options, message }) => {
  await expect(explore(blind, options as object)).rejects.toThrow(`explore: ${message}`);
});
