import { clearTimeout, setTimeout } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";
import { isObject } from "../contract/openapi/document.ts";
import type { ControlledAccount } from "../control/client/control.ts";
import type { AccountInput, AccountState } from "../generated/control/schemas.ts";
import { callbackRule, checkOptions, mockRule, type OptionRule } from "../http/options.ts";
import { renewedToken } from "../http/renewedToken.ts";
import { createMock, type Mock } from "../mock.ts";
import { deliveryOperation } from "../platform/faults.ts";
import { ExploreError, messageOf, type Run } from "./exploreError.ts";
import { type FaultType, faultTypes, type PlannedFault, possibleFaults } from "./schedule.ts";

/** What is done in each run, and what must be true afterward. */
export interface Scenario {
  /** The profile of each run's account. @default an app with every scope */
  readonly account?: AccountInput;
  /** The state of the account at the start of each run. @default an empty account */
  readonly state?: AccountState;
  /** Runs the integration. If it rejects, `check` receives the error. */
  run(context: RunContext): Promise<unknown>;
  /** Throws if something is wrong after the run and its webhooks. No faults apply to its requests. */
  check(context: RunContext & { readonly error: unknown }): Promise<unknown>;
}

export interface RunContext {
  readonly mock: Mock;
  /**
   * The account of this run. Its clock is frozen: it advances only when a client waits, by a fault, and to the retries of webhooks after `run`
   * and when the program waits for deliveries.
   */
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
  /** The maximum real time of `run` and of `check`. A run that takes longer fails, as does one with more than 1,000 requests. @default 10_000 */
  readonly timeoutMs?: number;
  /** The mock in which the runs take place. @default a new one with its state in memory */
  readonly mock?: Mock;
}

/** The maximum number of faults in a run, of which each may be an outage. */
const maxFaults = 3;
const maxRequests = 1_000;

/** For this time, the fault `reorder` holds back a webhook if there is no next one. */
const heldMs = 3_000;
const pollMs = 2;

/** Longer than every delay of the client's backoff, so that random jitter does not affect the account's clock. */
const tickMs = 10_000;

/**
 * Runs a scenario with generated faults, each time in a new account, and looks for the fewest faults with which its check fails. The same seed
 * leads to the same faults. Requires the package `fast-check`.
 * @throws ExploreError with the smallest schedule, if the check fails
 * @throws Error if the check fails without faults, or if the scenario makes no requests
 * @throws TypeError for an unknown option or an invalid value
 * @example
 * await explore({
 *   state: { records: { contacts: [{ id: "1", properties: { email: "ana@example.com" } }] } },
 *   run: ({ client }) => sync(createClient(client)),
 *   check: async ({ account }) => assert.equal((await account.snapshot()).records?.deals?.length, 1),
 * });
 */
export async function explore(scenario: Scenario, options: ExploreOptions = {}): Promise<Pick<Required<ExploreOptions>, "runs" | "seed">> {
  checkArguments(scenario, options);
  const { runs = 100, seed = Math.floor(Math.random() * 2 ** 32) | 0, faults, timeoutMs = 10_000 } = options;
  const fc = await import("fast-check").catch((cause: unknown) => {
    throw new Error("explore requires the package fast-check. Install it with `npm install --save-dev fast-check`.", { cause });
  });
  const mock = options.mock ?? (await createMock());
  try {
    const start = (await mock.clock.get()).now;
    const calls = new Map<string, number>();
    let failed: (Run & { readonly schedule: readonly PlannedFault[] }) | undefined;
    const fails = async (schedule: readonly PlannedFault[]): Promise<boolean> => {
      const run = await runOnce(mock, scenario, schedule, start, timeoutMs);
      for (const [operationId, count] of callsOf(run)) calls.set(operationId, calls.get(operationId) ?? count);
      if (run.failure) failed = { ...run, schedule };
      return run.failure !== undefined;
    };
    await fails([]);
    if (failed?.failure)
      throw new Error(`The check fails without faults: ${messageOf(failed.failure.thrown)}`, { cause: failed.failure.thrown });
    const possible = possibleFaults(calls, faults);
    if (possible.length === 0) throw new Error("The scenario makes no requests to which one of the faults can apply.");
    // The first half of the runs tries faults of the first requests, and so finds the operations that are called only after a fault.
    const firsts = possible.filter(([fault]) => fault?.nth === 1).toSorted((one, other) => other.length - one.length);
    const probes = firsts.slice(0, Math.ceil(runs / 2));
    for (const probe of probes) if (await fails(probe)) break;
    if (!failed && runs > probes.length) {
      const schedules = fc.array(fc.constantFrom(...possibleFaults(calls, faults)), { minLength: 1, maxLength: maxFaults });
      const property = fc.asyncProperty(schedules, async (schedule) => !(await fails(schedule.flat())));
      await fc.check(property, { numRuns: runs - probes.length, seed });
    }
    if (!failed) return { runs, seed };
    // fast-check does not try to remove every single fault.
    for (let index = 0; index < failed.schedule.length && failed.schedule.length > 1; ) {
      index = (await fails(failed.schedule.toSpliced(index, 1))) ? 0 : index + 1;
    }
    const schedule = failed.schedule.toSorted((one, other) => one.nth - other.nth);
    throw new ExploreError(schedule, seed, failed);
  } finally {
    if (!options.mock) await mock.close();
  }
}

function checkArguments(scenario: Scenario, options: ExploreOptions): void {
  const objectRule: OptionRule = { requirement: "must be an object", fits: isObject };
  const task: OptionRule = { ...callbackRule, isRequired: true };
  checkOptions("explore", scenario, { account: objectRule, state: objectRule, run: task, check: task });
  const isInteger = (value: unknown) => value === (Number(value) | 0);
  const count: OptionRule = {
    requirement: "must be an integer, from 1 to 2147483647",
    fits: (value) => isInteger(value) && Number(value) > 0,
  };
  const { requirement, fits } = mockRule("account");
  checkOptions("explore", options, {
    runs: count,
    seed: { requirement: "must be a 32-bit integer, from -2147483648 to 2147483647", fits: isInteger },
    faults: {
      requirement: `must be an array with at least one of ${faultTypes.join(", ")}, and nothing else`,
      fits: (value) => Array.isArray(value) && value.length > 0 && value.every((type) => faultTypes.includes(type)),
    },
    timeoutMs: count,
    mock: { requirement, fits },
  });
}

/** @param start when the clock of the account is frozen, so that every run has the same times */
async function runOnce(mock: Mock, scenario: Scenario, schedule: readonly PlannedFault[], start: string, timeoutMs: number): Promise<Run> {
  const opened = await mock.account(scenario.account, scenario.state);
  const { accountId } = opened;
  const deliveries: ControlledAccount["webhooks"]["deliveries"] = async ({ waitFor, ...filter } = {}) => {
    if (waitFor) await deliverWebhooks(opened, schedule);
    return opened.webhooks.deliveries(filter);
  };
  const account = { ...opened, webhooks: { ...opened.webhooks, deliveries } };
  try {
    await account.clock.freeze(start);
    for (const { effect, ...match } of schedule) await mock.faults.add({ match: { ...match, accountId }, effect });
    const run = await thrownBy("the run", timeoutMs, mock, account, async (context) => {
      try {
        await scenario.run(context);
      } finally {
        await deliverWebhooks(opened, schedule);
      }
    });
    const journal = { requests: await mock.requests.list({ accountId }), deliveries: await deliveries() };
    await mock.faults.clear(accountId);
    if (run?.thrown instanceof LimitError) return { ...journal, failure: run };
    const check = (context: RunContext) => scenario.check({ ...context, error: run?.thrown });
    return { ...journal, failure: await thrownBy("the check", timeoutMs, mock, account, check) };
  } finally {
    await account.delete().catch(() => {});
  }
}

function callsOf({ requests, deliveries }: Run): [operationId: string, count: number][] {
  const attempts = deliveries.flatMap((delivery) => delivery.attempts).map(() => deliveryOperation);
  const operationIds = [...requests.flatMap(({ operationId }) => operationId ?? []), ...attempts];
  return [...Map.groupBy(operationIds, (id) => id)].map(([id, all]) => [id, all.length]);
}

class LimitError extends Error {}

/**
 * Runs a function, and returns what it throws. It fails if it takes too long or sends too many requests. Its later requests get no response:
 * if they failed, a program that repeats them forever would block the process.
 */
async function thrownBy(
  what: string,
  timeoutMs: number,
  mock: Mock,
  account: ControlledAccount,
  task: (context: RunContext) => Promise<unknown>,
): Promise<Run["failure"]> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  let left = maxRequests;
  const stop = (message: string) => {
    left = 0;
    reject(new LimitError(`${what} ${message}`));
  };
  const fetch: Mock["fetch"] = (...request) => {
    if (left === 0) stop(`sends more than ${maxRequests.toLocaleString("en")} requests, and may repeat them forever`);
    left -= 1;
    return left < 0 ? new Promise(() => {}) : mock.fetch(...request);
  };
  const timer = setTimeout(() => stop(`does not end within timeoutMs (${timeoutMs.toLocaleString("en")} milliseconds)`), timeoutMs);
  try {
    await Promise.race([limit, (async () => task({ mock, account, client: clientOf(mock.url, fetch, account) }))()]);
    return undefined;
  } catch (thrown) {
    return { thrown };
  } finally {
    clearTimeout(timer);
  }
}

/** Advances the clock to each retry, and past the time for which a webhook is held back, until no webhook is pending. */
async function deliverWebhooks({ webhooks, clock }: ControlledAccount, schedule: readonly PlannedFault[]): Promise<void> {
  const isReordered = schedule.some(({ effect }) => effect.type === "reorder");
  for (;;) {
    const pending = await webhooks.deliveries({ state: "pending" });
    if (pending.length === 0) return;
    const now = Date.parse((await clock.get()).now);
    const waits = pending.map(({ dueAt }) => (dueAt ? Date.parse(dueAt) - now : isReordered ? heldMs : 0));
    const wait = Math.min(...waits);
    if (wait > 0) await clock.advance(wait);
    // The mock makes the attempts while this function waits.
    await sleep(pollMs);
  }
}

function clientOf(baseUrl: string, fetch: Mock["fetch"], account: ControlledAccount): ScenarioClient {
  let time = 0;
  let token = account.accessToken;
  return {
    baseUrl,
    fetch,
    accessToken: async ({ rejected }) => {
      // Faults can apply to these requests as well.
      for (let attempts = 0; rejected === token && attempts < 5; attempts += 1)
        token = (await renewedToken(fetch, baseUrl, account)) ?? token;
      if (rejected === token) throw new Error("The access token could not be renewed in five attempts.");
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
