import { operationTable } from "@crm-platform/types";
import type { ControlledAccount } from "../control/client/control.ts";
import type { AccountInput, AccountState, RequestEntry } from "../generated/control/schemas.ts";
import { createMock, type Mock } from "../mock.ts";
import { deliveryOperation } from "../platform/faults.ts";
import { ExploreError, messageOf } from "./exploreError.ts";
import { checkExploreOptions, type ExploreOptions } from "./exploreOptions.ts";
import { LimitError, runLimits } from "./runLimits.ts";
import { faultInput, type PlannedFault, possibleFaults, smallerSchedules } from "./schedule.ts";

/** What is done in each run, and what must be true afterward. */
export interface Scenario {
  /** The profile of each run's account. @default an app with every scope */
  readonly account?: AccountInput;
  /** The state of the account at the start of each run. @default an empty account */
  readonly state?: AccountState;
  /** Runs the integration. If it rejects, `check` receives the error. */
  run(context: RunContext): Promise<unknown>;
  /** Throws if something is wrong after the run. No faults apply to its requests. */
  check(context: RunContext & { readonly error: unknown }): Promise<unknown>;
}

export interface RunContext {
  readonly mock: Mock;
  /** The account of this run. Its clock is frozen: it advances only when a client waits, or by a fault. */
  readonly account: ControlledAccount;
  /** Options for `createClient`, with an access token that is renewed when it has expired. Delays between attempts advance the account's clock. */
  readonly client: ScenarioClient;
}

export interface ScenarioClient {
  readonly baseUrl: string;
  readonly fetch: Mock["fetch"];
  readonly accessToken: (need: { readonly rejected?: string | undefined }) => Promise<string>;
  readonly clock: { now(): number; sleep(milliseconds: number): Promise<void> };
  readonly logLevel: "off";
}

export interface Exploration {
  readonly runs: number;
  readonly seed: number;
}

/** Longer than every delay of the client's backoff, so that random jitter does not affect the account's clock. */
const tickMs = 10_000;

/**
 * Runs a scenario with generated faults, each time in a new account, and looks for the fewest faults with which its check fails. The same seed
 * leads to the same faults. Requires the package `fast-check`.
 * @throws ExploreError with the smallest schedule, if the check fails
 * @throws Error if the check fails without faults, or if the scenario makes no requests
 * @example
 * await explore({
 *   state: { records: { contacts: [{ id: "1", properties: { email: "ana@example.com" } }] } },
 *   run: ({ client }) => sync(createClient(client)),
 *   check: async ({ account }) => assert.equal((await account.snapshot()).records?.deals?.length, 1),
 * });
 */
export async function explore(scenario: Scenario, options: ExploreOptions = {}): Promise<Exploration> {
  checkExploreOptions(options);
  const { runs = 100, seed = Math.floor(Math.random() * 2 ** 32) | 0, timeoutMs = 10_000 } = options;
  const fc = await fastCheck();
  const mock = options.mock ?? (await createMock());
  try {
    const outcomes = new Map<string, Run>();
    const calls = new Map<string, number>();
    const start = (await mock.clock.get()).now;
    const attempt = async (schedule: readonly PlannedFault[]): Promise<Run> => {
      const run = await runOnce({ mock, start, scenario, schedule, timeoutMs });
      outcomes.set(JSON.stringify(schedule), run);
      for (const [operationId, count] of run.calls) if (!calls.has(operationId)) calls.set(operationId, count);
      return run;
    };
    const plain = await attempt([]);
    if (plain.failure)
      throw new Error(`The check fails without faults: ${messageOf(plain.failure.thrown)}`, { cause: plain.failure.thrown });
    const callOf = ({ operationId, nth }: PlannedFault): string => `${operationId} ${nth}`;
    // The faults of the second half also apply to the operations that were only called after a fault.
    for (const [half, numRuns] of [Math.ceil(runs / 2), Math.floor(runs / 2)].entries()) {
      const faults = possibleFaults(calls, options.faults);
      if (faults.length === 0) throw new Error("The scenario makes no requests to which one of the faults can apply.");
      const schedules = fc.uniqueArray(fc.constantFrom(...faults), { minLength: 1, maxLength: options.maxFaults ?? 3, selector: callOf });
      const property = fc.asyncProperty(schedules, async (schedule) => (await attempt(schedule)).failure === undefined);
      // Outages lead to the most calls of other operations.
      const examples = half === 0 ? faults.filter(({ times }) => times).map((fault): [PlannedFault[]] => [[fault]]) : [];
      const details = await fc.check(property, { numRuns, seed: (seed + half) | 0, examples });
      const [counterexample] = details.counterexample ?? [];
      if (counterexample) throw await smallest(counterexample);
    }
    return { runs, seed };

    async function smallest(counterexample: readonly PlannedFault[]): Promise<ExploreError> {
      let schedule = counterexample;
      // fast-check does not try to remove every single fault.
      for (let next: typeof counterexample | undefined = schedule; next; ) {
        schedule = next;
        next = undefined;
        for (const smaller of smallerSchedules(schedule)) {
          if (!(await attempt(smaller)).failure) continue;
          next = smaller;
          break;
        }
      }
      const { requests, failure } = outcomes.get(JSON.stringify(schedule)) ?? (await attempt(schedule));
      const ordered = schedule.toSorted((one, other) => (one.nth ?? 1) - (other.nth ?? 1));
      return new ExploreError({ schedule: ordered, seed, requests }, failure?.thrown);
    }
  } finally {
    if (!options.mock) await mock.close();
  }
}

async function fastCheck(): Promise<typeof import("fast-check")> {
  try {
    return await import("fast-check");
  } catch (cause) {
    throw new Error("explore requires the package fast-check. Install it with `npm install --save-dev fast-check`.", { cause });
  }
}

interface Run {
  readonly failure: { readonly thrown: unknown } | undefined;
  readonly requests: readonly RequestEntry[];
  /** How often each operation was called, including deliveries of webhooks. */
  readonly calls: ReadonlyMap<string, number>;
}

interface Occasion {
  readonly mock: Mock;
  readonly start: string;
  readonly scenario: Scenario;
  readonly schedule: readonly PlannedFault[];
  readonly timeoutMs: number;
}

async function runOnce({ mock, start, scenario, schedule, timeoutMs }: Occasion): Promise<Run> {
  const account = await mock.account(scenario.account, scenario.state);
  const { accountId } = account;
  try {
    await account.clock.freeze(start);
    for (const fault of schedule) await mock.faults.add(faultInput(fault, accountId));
    const runLimit = runLimits(mock.fetch, timeoutMs);
    const context = { mock, account, client: clientOf(mock.url, runLimit.fetch, account) };
    const run = await thrownBy(() => runLimit.within("the run", async () => scenario.run(context)));
    const requests = await mock.requests.list({ accountId });
    const attempts = (await account.webhooks.deliveries()).flatMap((delivery) => delivery.attempts);
    await mock.faults.clear(accountId);
    const checkLimit = runLimits(mock.fetch, timeoutMs);
    const checked = { mock, account, client: clientOf(mock.url, checkLimit.fetch, account), error: run?.thrown };
    return {
      failure:
        run?.thrown instanceof LimitError ? run : await thrownBy(() => checkLimit.within("the check", async () => scenario.check(checked))),
      requests,
      calls: countOf([...requests.flatMap(({ operationId }) => operationId ?? []), ...attempts.map(() => deliveryOperation)]),
    };
  } finally {
    await account.delete().catch(() => {});
  }
}

function thrownBy(task: () => Promise<unknown>): Promise<{ readonly thrown: unknown } | undefined> {
  return task().then(
    () => undefined,
    (thrown: unknown) => ({ thrown }),
  );
}

function countOf(operationIds: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const operationId of operationIds) counts.set(operationId, (counts.get(operationId) ?? 0) + 1);
  return counts;
}

function clientOf(baseUrl: string, fetch: Mock["fetch"], account: ControlledAccount): ScenarioClient {
  let time = 0;
  let token = account.accessToken;
  return {
    baseUrl,
    fetch,
    accessToken: async ({ rejected }) => {
      if (rejected === token) token = await renewedToken(baseUrl, fetch, account);
      return token;
    },
    clock: {
      now: () => time,
      sleep: async (milliseconds) => {
        const span = Math.ceil(milliseconds / tickMs) * tickMs;
        time += span;
        await account.clock.advance(span);
      },
    },
    logLevel: "off",
  };
}

/** Repeats the request, because faults can apply to it as well. */
async function renewedToken(baseUrl: string, fetch: Mock["fetch"], { app, refreshToken }: ControlledAccount): Promise<string> {
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    client_id: app.clientId,
    client_secret: app.clientSecret,
    refresh_token: refreshToken,
  });
  for (let attempts = 1; ; attempts += 1) {
    const response = await fetch(`${baseUrl}${operationTable["oauth.createToken"].path}`, { method: "POST", body }).catch(() => undefined);
    const fields = (response?.ok ? await response.json().catch(() => ({})) : {}) as { readonly access_token?: string };
    if (fields.access_token) return fields.access_token;
    if (attempts === 5) throw new Error(`the access token could not be renewed: ${response?.status ?? "no response"}`);
  }
}
