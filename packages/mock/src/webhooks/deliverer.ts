import { clearInterval, clearTimeout, setInterval, setTimeout } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";
import { timeOn, type WallClock } from "../platform/clock.ts";
import type { AccountStore } from "../store/accountStore.ts";
import type { ClaimedDelivery } from "../store/deliveries/deliveryStore.ts";
import { DatabaseUnavailable, StoreClosed } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import { Attempts, type AttemptTarget, type Claimed, type WebhookHandler } from "./attempts.ts";
import type { AllowedHosts } from "./sendHttp.ts";

export interface DelivererOptions extends AllowedHosts {
  readonly store: Store;
  readonly wallClock: WallClock;
  /** Whether other processes can use the database. */
  readonly isShared: boolean;
  /** Resolves when all clock changes so far have been made. */
  readonly settled: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** The maximum number of deliveries to an app that a process claims before it can send them. */
const maxWaiting = 100;
const pruneAfter = 100;
const pollMs = 1_000;
const retryDatabaseMs = 1_000;
const closeWithinMs = 250;
const holdWithinMs = 3_000;
const maxTimerMs = 2 ** 31 - 1;
const defaultConcurrency = 10;

/** The deliveries to an app that this process has claimed. */
interface Queue {
  readonly claimed: Claimed[];
  sending: number;
  /** The number of deliveries that the fault `reorder` holds back. */
  held: number;
  maxConcurrent: number;
}

interface Target extends AttemptTarget {
  readonly appId: number;
  readonly queue: Queue;
}

/** The deliveries of an account that this process handles. */
interface Lane {
  /** Present while due deliveries are being claimed. */
  running: Promise<void> | undefined;
  isDue: boolean;
  /** Whether more deliveries are due than can be claimed. The others are claimed when an attempt ends. */
  isFull: boolean;
  readonly queues: Map<number, Queue>;
  /** The functions to call when an attempt has ended. */
  readonly waiting: Set<() => void>;
  readonly results: ClaimedDelivery[];
  later: NodeJS.Timeout | undefined;
}

export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #attempts: Attempts;
  readonly #lanes = new Map<number, Lane>();
  readonly #sincePruned = new Map<number, number>();
  readonly #inFlight = new Set<Promise<void>>();
  #isClosed = false;
  #poll: NodeJS.Timeout | undefined;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#attempts = new Attempts(options);
  }

  async start(): Promise<void> {
    const { store, isShared } = this.#options;
    if (!isShared) await store.deliveryQueue.release();
    store.deliveryQueue.onDue((accountId) => {
      if (accountId === undefined) return this.#runAll();
      const lane = this.#lanes.get(accountId);
      if (!lane?.isFull || lane.isDue) this.#run(accountId);
    });
    this.#runAll();
    if (isShared) this.#poll = setInterval(() => this.#runAll(), pollMs).unref();
  }

  onWebhook(handler: WebhookHandler): () => void {
    return this.#attempts.onWebhook(handler);
  }

  /** Waits briefly for attempts in progress, and then aborts them. The next process repeats aborted attempts. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#poll);
    const lanes = [...this.#lanes.values()];
    for (const { later } of lanes) clearTimeout(later);
    await waitBriefly(lanes.flatMap(({ running }) => running ?? []));
    for (const { queues, results } of lanes)
      for (const { claimed } of queues.values()) results.push(...claimed.splice(0).map(({ delivery }) => delivery));
    await waitBriefly(this.#inFlight);
    this.#attempts.abort();
    await waitBriefly(this.#inFlight);
    const unsettled = [...this.#lanes].filter(([, { results }]) => results.length > 0);
    await waitBriefly(unsettled.map(([accountId, lane]) => this.#storeResults(accountId, lane)));
    await this.#attempts.close();
  }

  #runAll(): void {
    if (this.#isClosed) return;
    this.#options.store.deliveryQueue.accounts().then(
      (accounts) => {
        for (const accountId of accounts) this.#run(accountId);
      },
      (error: unknown) => this.#report(error),
    );
  }

  #run(accountId: number): void {
    if (this.#isClosed) return;
    const lane = this.#lanes.get(accountId) ?? newLane();
    this.#lanes.set(accountId, lane);
    if (lane.running) lane.isDue = true;
    else lane.running = this.#deliver(accountId, lane);
  }

  async #deliver(accountId: number, lane: Lane): Promise<void> {
    Object.assign(lane, { isDue: false, isFull: false });
    clearTimeout(lane.later);
    lane.later = undefined;
    try {
      await this.#deliverDue(accountId, lane);
    } catch (error) {
      this.#report(error);
      this.#runAfter(accountId, lane, retryDatabaseMs);
    }
    lane.running = undefined;
    if (lane.isDue) this.#wake(accountId, lane);
    else if (isIdle(lane)) this.#lanes.delete(accountId);
  }

  #wake(accountId: number, lane: Lane): void {
    lane.isDue = true;
    if (!lane.running && !this.#isClosed) this.#options.store.deliveryQueue.wake(accountId);
  }

  #runAfter(accountId: number, lane: Lane, milliseconds: number): void {
    if (this.#isClosed) return;
    lane.later = setTimeout(() => this.#run(accountId), Math.min(Math.max(milliseconds, 1), maxTimerMs)).unref();
  }

  /** Stores the results of earlier attempts, and claims due deliveries, in one transaction. */
  async #deliverDue(accountId: number, lane: Lane): Promise<void> {
    const { store, wallClock, settled } = this.#options;
    await settled();
    const results = lane.results.slice();
    const reading = store.account(accountId);
    const appIds = await reading.deliveries.pendingApps();
    if (results.length === 0 && appIds.length === 0) return;
    const clock = (await reading.clock()) ?? (await store.clock());
    const now = () => timeOn(clock, wallClock());
    const targets = await this.#targetsOf(reading, appIds, lane, now);
    // The account's lock is held only to settle and to claim, because the account's writes wait for it.
    const { due, nextDue } = await store.transaction(accountId, async (account) => {
      if (results.length > 0) await this.#settle(account, results);
      return this.#claim(account, targets, lane, now);
    });
    lane.results.splice(0, results.length);
    for (const { claimed, queue } of due) queue.claimed.push(...claimed);
    for (const { queue } of due) this.#sendNext(accountId, lane, queue);
    if (nextDue !== undefined && clock.mode !== "frozen") this.#runAfter(accountId, lane, nextDue - now());
  }

  async #settle({ accountId, deliveries }: AccountStore, results: readonly ClaimedDelivery[]): Promise<void> {
    await deliveries.settle(results);
    const finished = (this.#sincePruned.get(accountId) ?? 0) + results.filter(({ state }) => state !== "pending").length;
    this.#sincePruned.set(accountId, finished < pruneAfter ? finished : 0);
    if (finished >= pruneAfter) await deliveries.prune();
  }

  async #targetsOf({ documents }: AccountStore, appIds: readonly number[], { queues }: Lane, now: () => number): Promise<Target[]> {
    if (appIds.length === 0) return [];
    const settings = new Map((await documents.list("webhookSettings")).map(({ document }) => [document.appId, document]));
    const apps = new Map((await documents.list("app")).map(({ document }) => [document.appId, document]));
    return appIds.map((appId) => {
      const queue = queues.get(appId) ?? { claimed: [], sending: 0, held: 0, maxConcurrent: 0 };
      queues.set(appId, queue);
      queue.maxConcurrent = settings.get(appId)?.throttling.maxConcurrentRequests ?? defaultConcurrency;
      // A restored state can contain settings of an app that is not installed.
      return { appId, queue, clientSecret: apps.get(appId)?.clientSecret, now };
    });
  }

  async #claim({ deliveries }: AccountStore, targets: readonly Target[], lane: Lane, now: () => number) {
    const due: { readonly claimed: readonly Claimed[]; readonly queue: Queue }[] = [];
    let nextDue: number | undefined;
    lane.isFull = targets.length > 0;
    if (this.#isClosed) return { due, nextDue };
    for (const target of targets) {
      // If processes share the database, they also share the limit, so a process claims only deliveries that it can send immediately.
      const maxClaims = target.queue.maxConcurrent + target.queue.held + (this.#options.isShared ? 0 : maxWaiting);
      const claimed = await deliveries.claim(target.appId, now(), maxClaims);
      due.push({ claimed: claimed.map((delivery) => ({ delivery, target, claimedAt: performance.now() })), queue: target.queue });
      const next = await deliveries.nextDue(target.appId);
      if (next === undefined || next > now()) lane.isFull = false;
      if (next !== undefined && next > now()) nextDue = Math.min(next, nextDue ?? next);
    }
    return { due, nextDue };
  }

  #sendNext(accountId: number, lane: Lane, queue: Queue): void {
    while (!this.#isClosed && queue.sending < queue.maxConcurrent) {
      const claimed = queue.claimed.shift();
      if (!claimed) return;
      queue.sending += 1;
      const hold = (signal: AbortSignal) => this.#hold(accountId, lane, queue, signal);
      const sent = this.#attempts.make(accountId, claimed, hold).then((result) => {
        queue.sending -= 1;
        lane.results.push(result);
        for (const resume of [...lane.waiting]) resume();
        this.#inFlight.delete(sent);
        this.#sendNext(accountId, lane, queue);
        this.#wake(accountId, lane);
      });
      this.#inFlight.add(sent);
    }
  }

  /** Waits for the end of another attempt in the account, but only briefly, and for a free slot. A held delivery occupies no slot. */
  #hold(accountId: number, lane: Lane, queue: Queue, signal: AbortSignal): Promise<void> {
    queue.sending -= 1;
    queue.held += 1;
    this.#sendNext(accountId, lane, queue);
    this.#wake(accountId, lane);
    return new Promise((resolve, reject) => {
      const resume = () => {
        if (queue.sending >= queue.maxConcurrent) return;
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        lane.waiting.delete(resume);
        queue.held -= 1;
        queue.sending += 1;
        resolve();
      };
      const abort = () => reject(signal.reason);
      const timer = setTimeout(resume, holdWithinMs).unref();
      lane.waiting.add(resume);
      signal.addEventListener("abort", abort);
    });
  }

  async #storeResults(accountId: number, { results }: Lane): Promise<void> {
    await this.#options.store.transaction(accountId, ({ deliveries }) => deliveries.settle(results)).catch(() => undefined);
  }

  /** Ignores failures of the database, because the requests that they affect report them. */
  #report(error: unknown): void {
    if (!this.#isClosed && !(error instanceof StoreClosed) && !(error instanceof DatabaseUnavailable)) this.#options.onError(error);
  }
}

async function waitBriefly(promises: Iterable<Promise<void>>): Promise<void> {
  const all = [...promises];
  if (all.length > 0) await Promise.race([Promise.all(all), sleep(closeWithinMs)]);
}

function newLane(): Lane {
  return {
    running: undefined,
    isDue: false,
    isFull: false,
    queues: new Map(),
    waiting: new Set(),
    results: [],
    later: undefined,
  };
}

function isIdle({ queues, results, later }: Lane): boolean {
  return (
    later === undefined &&
    results.length === 0 &&
    [...queues.values()].every(({ sending, held, claimed }) => sending + held + claimed.length === 0)
  );
}
