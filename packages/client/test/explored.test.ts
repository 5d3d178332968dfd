import { type CallError, createClient, isCallError } from "@crm-platform/client";
import { refreshTokenAuth } from "@crm-platform/client/auth";
import type { AccountState } from "@crm-platform/mock";
import { explore, type RunContext, type Scenario } from "@crm-platform/mock/explore";
import { expect, test } from "vitest";

const emails = Array.from({ length: 25 }, (_, index) => `contact-${index + 11}@example.com`);
const contacts = emails.map((email, index) => ({ id: String(index + 1), properties: { email } }));
const state: AccountState = { records: { contacts } };

/** With 300 schedules, each test takes half a minute and finds no counterexample either. */
const options = { runs: 20, seed: 7 };

function failedCalls(...errors: unknown[]): CallError[] {
  return errors
    .filter((error) => error !== undefined)
    .map((error) => {
      expect(isCallError(error), String(error)).toBe(true);
      return error as CallError;
    });
}

async function storedEmails({ client }: RunContext): Promise<(string | null | undefined)[]> {
  const records = await createClient(client)
    .records.list("contacts", { properties: ["email"], limit: 100 })
    .toArray();
  return records.map(({ properties }) => properties["email"]);
}

/** Runs the scenarios and checks what the call returned. */
function outcomeOf<Outcome>(
  start: AccountState,
  call: (context: RunContext) => Promise<Outcome>,
  check: (outcome: Outcome, context: RunContext) => Promise<unknown>,
): Scenario {
  const outcomes = new WeakMap<object, Outcome>();
  return {
    state: start,
    run: async (context) => outcomes.set(context.account, await call(context)),
    check: async ({ error, ...context }) => {
      failedCalls(error);
      const outcome = outcomes.get(context.account);
      if (outcome !== undefined) await check(outcome, context);
    },
  };
}

test("pages have every record once, or the iteration fails", async () => {
  const scenario = outcomeOf(
    state,
    ({ client }) =>
      createClient(client)
        .records.list("contacts", { properties: ["email"], limit: 10 })
        .toArray(),
    async (records) => expect(records.map(({ properties }) => properties["email"])).toEqual(emails),
  );
  await explore(scenario, options);
});

test("a chunked create accounts for every record that it created", async () => {
  const inputs = emails.map((email) => ({ objectWriteTraceId: email, properties: { email } }));
  const scenario = outcomeOf(
    {},
    ({ client }) => createClient(client).records.batchCreate("contacts", { inputs }).chunked({ size: 10 }),
    async ({ results, errors, failures, unaccounted, complete }, context) => {
      const stored = await storedEmails(context);
      const created = results.map(({ properties }) => properties["email"]);
      expect(new Set(stored).size).toBe(stored.length);
      expect(stored).toEqual(expect.arrayContaining(created));
      expect(unaccounted).toEqual([]);
      if (complete) expect(created).toEqual(emails);
      // Of a request without a response, it is unknown whether it was processed.
      const unknown = failures.filter(({ error }) => failedCalls(error)[0]?.status === undefined).flatMap((failure) => failure.inputs);
      const missing = stored.filter((email) => !created.includes(email));
      expect(unknown.map(({ properties }) => properties["email"])).toEqual(expect.arrayContaining(missing));
      const failed = failures.reduce((count, failure) => count + failure.inputs.length, 0);
      expect(results.length + errors.length + failed).toBe(emails.length);
    },
  );
  await explore(scenario, options);
});

test("a chunked update that is repeated has the same effect, and its outcome is complete only if all records changed", async () => {
  const inputs = contacts.map(({ id }) => ({ id, properties: { firstname: `Name ${id}` } }));
  const scenario = outcomeOf(
    state,
    ({ client }) => createClient(client).records.batchUpdate("contacts", { inputs }).chunked({ size: 10 }),
    async ({ results, complete }, { client }) => {
      const records = await createClient(client)
        .records.list("contacts", { properties: ["firstname"], limit: 100 })
        .toArray();
      const changed = records.filter(({ id, properties }) => properties["firstname"] === `Name ${id}`).map(({ id }) => id);
      expect(changed).toEqual(expect.arrayContaining(results.map(({ id }) => id)));
      if (complete) expect(changed).toHaveLength(contacts.length);
    },
  );
  await explore(scenario, options);
});

test("refreshed tokens survive lost responses", async () => {
  const scenario = outcomeOf(
    state,
    async ({ client, account }) => {
      const { app, accessToken, refreshToken } = account;
      const tokens = refreshTokenAuth({
        ...{ baseUrl: client.baseUrl, fetch: client.fetch, clock: client.clock, logLevel: "off" },
        ...{ clientId: app.clientId, clientSecret: app.clientSecret, refreshToken },
        initial: { accessToken, expiresInMs: 1_800_000 },
      });
      const platform = createClient({ ...client, accessToken: tokens, maxRetries: 5 });
      const ids = [];
      for (const { id } of contacts.slice(0, 3)) ids.push((await platform.records.get("contacts", id)).id);
      return ids;
    },
    async (ids) => expect(ids).toEqual(["1", "2", "3"]),
  );
  await explore(scenario, { ...options, faults: ["advanceClock", "dropResponse", "reset", "status", "truncate"] });
});
