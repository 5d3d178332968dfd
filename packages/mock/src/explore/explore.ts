import { setTimeout as sleep } from "node:timers/promises";
import { isObject } from "../contract/openapi/document.ts";
import type { ControlledAccount } from "../control/client/control.ts";
import type { Span } from "../control/clock/span.ts";
import type { AccountInput, AccountState } from "../generated/control/schemas.ts";
import { callbackRule, checkOptions, mockRule, type OptionRule } from "../http/options.ts";
import { renewedToken } from "../http/renewedToken.ts";
import { createMock, type Mock } from "../mock.ts";
import { deliveryOperation, reorderHoldMs } from "../platform/faults.ts";
import { ExploreError, type Run, runInWords } from "./exploreError.ts";
import { Limits } from "./limits.ts";
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
  /** The mock of the run. Its `fetch` is that of the client. */
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
  /** Sends requests one after another, in the order in which they were started. */
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

const pollMs = 2;

/** Longer than every delay of the client's backoff, so that random jitter does not affect the account's clock. */
const tickMs = 10_000;

const mocksInUse = new WeakSet<Mock>();

/**
 * Runs a scenario with generated faults, each time in a new account, and looks for the fewest faults with which its check fails. The same seed
 * leads to the same faults. Requires the package `fast-check`.
 * @throws ExploreError with the smallest schedule, if the check fails
 * @throws Error if the run or the check fails without faults, if the scenario makes no requests, or if another exploration uses the mock
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
  if (mocksInUse.has(mock)) throw new Error("explore: another exploration uses this mock. Await it first, or use another mock.");
  mocksInUse.add(mock);
  try {
    const start = (await mock.clock.get()).now;
    const calls = new Map<string, number>();
    let failed: (Run & { readonly schedule: readonly PlannedFault[] }) | undefined;
    const fails = async (schedule: readonly PlannedFault[]): Promise<boolean> => {
      const run = await runOnce(mock, scenario, schedule, start, timeoutMs);
      for (const [operationId, count] of callsOf(run)) calls.set(operationId, calls.get(operationId) ?? count);
      if (schedule.length === 0) throwIfFailed(run);
      if (run.failure) failed = { ...run, schedule };
      return run.failure !== undefined;
    };
    await fails([]);
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
    throw new ExploreError(schedule, { seed, runs, faults }, failed);
  } finally {
    mocksInUse.delete(mock);
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

/** A run that always rejects tests nothing, even if its check passes. */
function throwIfFailed(run: Run): void {
  const cause = run.failure ?? run.rejection;
  if (cause) throw new Error(runInWords(`The ${run.failure ? "check" : "run"} fails without faults`, run), { cause: cause.thrown });
}

/** @param start when the clock of the account is frozen, so that every run has the same times */
async function runOnce(mock: Mock, scenario: Scenario, schedule: readonly PlannedFault[], start: string, timeoutMs: number): Promise<Run> {
  const opened = await mock.account(scenario.account, scenario.state);
  const { accountId } = opened;
  const deliveries: ControlledAccount["webhooks"]["deliveries"] = async ({ waitFor, ...filter } = {}) => {
    if (waitFor) await deliverWebhooks(opened, schedule);
    return opened.webhooks.deliveries(filter);
  };
  const limits = new Limits();
  const clock = { ...opened.clock, advance: (by: number | Span) => limits.inOrder(() => opened.clock.advance(by)) };
  const account = limits.interruptible({ ...opened, clock, webhooks: { ...opened.webhooks, deliveries } });
  const fetch = limits.fetchOf(mock);
  const context: RunContext = { mock: { ...limits.interruptible(mock), fetch }, account, client: clientOf(mock.url, fetch, account) };
  try {
    await opened.clock.freeze(start);
    const faults = new Map<string, PlannedFault>();
    for (const fault of schedule) {
      const { effect, ...match } = fault;
      const { faultId } = await mock.faults.add({ match: { ...match, accountId }, effect });
      faults.set(faultId, fault);
    }
    const rejection = await limits.thrownBy("the run", timeoutMs, async () => {
      try {
        await scenario.run(context);
      } finally {
        await deliverWebhooks(opened, schedule);
      }
    });
    const run = { faults, rejection, requests: await mock.requests.list({ accountId }), deliveries: await deliveries() };
    await mock.faults.clear(accountId);
    if (limits.isStopped) return { ...run, failure: rejection };
    const failure = await limits.thrownBy("the check", timeoutMs, () => scenario.check({ ...context, error: rejection?.thrown }));
    return { ...run, failure };
  } finally {
    await opened.delete().catch(() => {});
  }
}

function callsOf({ requests, deliveries }: Run): [operationId: string, count: number][] {
  const attempts = deliveries.flatMap((delivery) => delivery.attempts).map(() => deliveryOperation);
  const operationIds = [...requests.flatMap(({ operationId }) => operationId ?? []), ...attempts];
  return [...Map.groupBy(operationIds, (id) => id)].map(([id, all]) => [id, all.length]);
}

/** Advances the clock to each retry, and past the time for which a webhook is held back, until no webhook is pending. */
async function deliverWebhooks({ webhooks, clock }: ControlledAccount, schedule: readonly PlannedFault[]): Promise<void> {
  const isReordered = schedule.some(({ effect }) => effect.type === "reorder");
  for (;;) {
    const pending = await webhooks.deliveries({ state: "pending" });
    if (pending.length === 0) return;
    const now = Date.parse((await clock.get()).now);
    const waits = pending.map(({ dueAt }) => (dueAt ? Date.parse(dueAt) - now : isReordered ? reorderHoldMs : 0));
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
