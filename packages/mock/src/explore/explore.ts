import { operationTable } from "@crm-platform/types";
import type { ControlledAccount } from "../control/client/control.ts";
import type { AccountInput, AccountState, RequestEntry } from "../generated/control/schemas.ts";
import { createMock, type Mock } from "../mock.ts";
import { deliveryOperation } from "../platform/faults.ts";
import { ExploreError } from "./exploreError.ts";
import { type FaultType, faultInput, type PlannedFault, possibleFaults } from "./schedule.ts";

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

export interface ExploreOptions {
  /** The number of schedules of faults to try. @default 100 */
  readonly runs?: number;
  /** The seed of the schedules. @default a random number */
  readonly seed?: number;
  /** The types of faults. @default all */
  readonly faults?: readonly FaultType[];
  /** The maximum number of faults in a run. @default 3 */
  readonly maxFaults?: number;
  /** The mock in which the runs take place. @default a new one with its state in memory */
  readonly mock?: Mock;
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
  const fc = await fastCheck();
  const mock = options.mock ?? (await createMock());
  try {
    const outcomes = new Map<string, Run>();
    const start = (await mock.clock.get()).now;
    const attempt = async (schedule: readonly PlannedFault[]): Promise<Run> => {
      const run = await runOnce(mock, start, scenario, schedule);
      outcomes.set(JSON.stringify(schedule), run);
      return run;
    };
    const plain = await attempt([]);
    if (plain.failure)
      throw new Error(`The check fails without faults: ${messageOf(plain.failure.thrown)}`, { cause: plain.failure.thrown });
    const faults = possibleFaults(plain.calls, options.faults);
    if (faults.length === 0) throw new Error("The scenario makes no requests to which one of the faults can apply.");
    const callOf = ({ operationId, nth }: PlannedFault): string => `${operationId} ${nth}`;
    const schedules = fc.uniqueArray(fc.constantFrom(...faults), { minLength: 1, maxLength: options.maxFaults ?? 3, selector: callOf });
    const property = fc.asyncProperty(schedules, async (schedule) => (await attempt(schedule)).failure === undefined);
    const details = await fc.check(property, {
      numRuns: options.runs ?? 100,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
    });
    const [counterexample] = details.counterexample ?? [];
    if (counterexample === undefined) return { runs: details.numRuns, seed: details.seed };
    let schedule: readonly PlannedFault[] = counterexample;
    // fast-check does not try to remove every single fault.
    for (const fault of counterexample) {
      const others = schedule.filter((one) => one !== fault);
      if (others.length > 0 && (await attempt(others)).failure) schedule = others;
    }
    const { requests, failure } = outcomes.get(JSON.stringify(schedule)) as Run;
    const ordered = schedule.toSorted((one, other) => one.nth - other.nth);
    throw new ExploreError({ schedule: ordered, seed: details.seed, requests }, failure?.thrown);
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

async function runOnce(mock: Mock, start: string, scenario: Scenario, schedule: readonly PlannedFault[]): Promise<Run> {
  const account = await mock.account(scenario.account, scenario.state);
  const { accountId } = account;
  try {
    await account.clock.freeze(start);
    for (const fault of schedule) await mock.faults.add(faultInput(fault, accountId));
    const context = { mock, account, client: clientOf(mock, account) };
    const error = await scenario.run(context).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const requests = await mock.requests.list({ accountId });
    const attempts = (await account.webhooks.deliveries()).flatMap((delivery) => delivery.attempts);
    await mock.faults.clear(accountId);
    const failure = await Promise.resolve(scenario.check({ ...context, error })).then(
      () => undefined,
      (thrown: unknown) => ({ thrown }),
    );
    return {
      failure,
      requests,
      calls: countOf([...requests.flatMap(({ operationId }) => operationId ?? []), ...attempts.map(() => deliveryOperation)]),
    };
  } finally {
    await account.delete().catch(() => {});
  }
}

function countOf(operationIds: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const operationId of operationIds) counts.set(operationId, (counts.get(operationId) ?? 0) + 1);
  return counts;
}

function clientOf({ url: baseUrl, fetch }: Mock, account: ControlledAccount): ScenarioClient {
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

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
