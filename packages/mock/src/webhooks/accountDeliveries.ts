import { clearTimeout, setTimeout } from "node:timers";
import { timeOn, type WallClock } from "../platform/clock.ts";
import { reorderHoldMs } from "../platform/faults.ts";
import type { AccountStore } from "../store/accountStore.ts";
import type { ClaimedDelivery } from "../store/deliveries/deliveryStore.ts";
import type { Store } from "../store/store.ts";
import type { Attempts, AttemptTarget, Claimed } from "./attempts.ts";

export interface AccountDeliveriesOptions {
  readonly store: Store;
  readonly attempts: Attempts;
  readonly wallClock: WallClock;
  /** Whether other processes can use the database. */
  readonly isShared: boolean;
  /** Resolves when all clock changes so far have been made. */
  readonly waitForClockChanges: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** The maximum number of deliveries to an app that a process claims before it can send them. */
const maxWaiting = 100;
const pruneAfter = 100;
const retryDatabaseMs = 1_000;
const maxTimerMs = 2 ** 31 - 1;
const defaultConcurrency = 10;

/** The deliveries to an app that this process has claimed. */
interface AppQueue {
  readonly waiting: Claimed[];
  sending: number;
  /** The number of deliveries that the fault `reorder` holds back. */
  heldCount: number;
  maxConcurrent: number;
}

/** A delivery that the fault `reorder` holds back until another attempt has ended, or until a time on the account's clock. */
interface Hold {
  readonly until: number;
  /** Does nothing while the app has no free slot. */
  readonly resume: () => void;
}

interface Target extends AttemptTarget {
  readonly appId: number;
  readonly queue: AppQueue;
}

/**
 * Delivers the webhooks of one account. A run stores the results of finished attempts, claims the due deliveries, starts their attempts, and
 * sets a timer for the next due delivery, which may be a retry. The end of an attempt causes another run.
 */
export class AccountDeliveries {
  readonly #accountId: number;
  readonly #options: AccountDeliveriesOptions;
  readonly #queues = new Map<number, AppQueue>();
  readonly #attempts = new Set<Promise<void>>();
  readonly #results: ClaimedDelivery[] = [];
  readonly #holds = new Set<Hold>();
  #run: Promise<void> | undefined;
  #mustRunAgain = false;
  /** Whether more deliveries are due than can be claimed. The others are claimed when an attempt ends. */
  #isFull = false;
  #timer: NodeJS.Timeout | undefined;
  #finishedSincePruned = 0;
  #isStopped = false;

  constructor(accountId: number, options: AccountDeliveriesOptions) {
    this.#accountId = accountId;
    this.#options = options;
  }

  /** Starts a run, or another one after the run in progress. */
  run(): void {
    if (this.#isStopped) return;
    if (this.#run) this.#mustRunAgain = true;
    else this.#run = this.#runOnce();
  }

  /** Starts a run, because deliveries may be due, unless no more deliveries can be claimed. */
  notify(): void {
    if (!this.#isFull || this.#mustRunAgain) this.run();
  }

  /** Starts no more runs and attempts. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** The run and the attempts in progress. */
  get tasks(): Promise<void>[] {
    return [...(this.#run ? [this.#run] : []), ...this.#attempts];
  }

  /** Stores the results of finished attempts, and returns the deliveries that were claimed but not sent. */
  async storeResults(): Promise<void> {
    for (const { waiting } of this.#queues.values()) this.#results.push(...waiting.splice(0).map(({ delivery }) => delivery));
    if (this.#results.length === 0) return;
    await this.#options.store.transaction(this.#accountId, ({ deliveries }) => deliveries.settle(this.#results)).catch(() => undefined);
  }

  async #runOnce(): Promise<void> {
    this.#mustRunAgain = false;
    this.#isFull = false;
    clearTimeout(this.#timer);
    try {
      await this.#deliverDue();
    } catch (error) {
      this.#options.onError(error);
      this.#runAfter(retryDatabaseMs);
    }
    this.#run = undefined;
    if (this.#mustRunAgain) this.#runSoon();
  }

  /** Causes a run together with those of other accounts. */
  #runSoon(): void {
    this.#mustRunAgain = true;
    if (!this.#run && !this.#isStopped) this.#options.store.deliveryQueue.wake(this.#accountId);
  }

  #runAfter(milliseconds: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => this.run(), Math.min(Math.max(milliseconds, 1), maxTimerMs)).unref();
  }

  async #deliverDue(): Promise<void> {
    const { store, wallClock, waitForClockChanges } = this.#options;
    await waitForClockChanges();
    const results = this.#results.slice();
    const reading = store.account(this.#accountId);
    const appIds = await reading.deliveries.pendingApps();
    if (results.length === 0 && appIds.length === 0) return;
    const clock = (await reading.clock()) ?? (await store.clock());
    const now = () => timeOn(clock, wallClock());
    const targets = await this.#targetsOf(reading, appIds, now);
    // The account's lock is held only to settle and to claim, because the account's writes wait for it.
    const { claims, nextDue } = await store.transaction(this.#accountId, async (account) => {
      if (results.length > 0) await this.#settle(account, results);
      return this.#claim(account, targets, now);
    });
    this.#results.splice(0, results.length);
    for (const { queue, deliveries } of claims) queue.waiting.push(...deliveries);
    for (const { queue } of claims) this.#sendNext(queue);
    for (const { until, resume } of [...this.#holds]) if (until <= now()) resume();
    const times = [nextDue ?? Number.POSITIVE_INFINITY, ...[...this.#holds].map(({ until }) => until).filter((until) => until > now())];
    const next = Math.min(...times);
    if (Number.isFinite(next) && clock.mode !== "frozen") this.#runAfter(next - now());
  }

  async #targetsOf({ documents }: AccountStore, appIds: readonly number[], now: () => number): Promise<Target[]> {
    if (appIds.length === 0) return [];
    const settings = new Map((await documents.list("webhookSettings")).map(({ document }) => [document.appId, document]));
    const apps = new Map((await documents.list("app")).map(({ document }) => [document.appId, document]));
    return appIds.map((appId) => {
      const queue = this.#queues.get(appId) ?? { waiting: [], sending: 0, heldCount: 0, maxConcurrent: 0 };
      this.#queues.set(appId, queue);
      queue.maxConcurrent = settings.get(appId)?.throttling.maxConcurrentRequests ?? defaultConcurrency;
      // A restored state can contain settings of an app that is not installed.
      return { appId, queue, clientSecret: apps.get(appId)?.clientSecret, now };
    });
  }

  async #settle({ deliveries }: AccountStore, results: readonly ClaimedDelivery[]): Promise<void> {
    await deliveries.settle(results);
    this.#finishedSincePruned += results.filter(({ state }) => state !== "pending").length;
    if (this.#finishedSincePruned < pruneAfter) return;
    this.#finishedSincePruned = 0;
    await deliveries.prune();
  }

  /** Claims due deliveries, and returns when the next one is due. Claims that the transaction does not commit must not be sent. */
  async #claim({ deliveries }: AccountStore, targets: readonly Target[], now: () => number) {
    const claims: { readonly queue: AppQueue; readonly deliveries: readonly Claimed[] }[] = [];
    let nextDue: number | undefined;
    this.#isFull = targets.length > 0;
    if (this.#isStopped) return { claims, nextDue };
    for (const target of targets) {
      const { appId, queue } = target;
      // If processes share the database, they also share the limit, so a process claims only deliveries that it can send immediately.
      const maxClaims = queue.maxConcurrent + queue.heldCount + (this.#options.isShared ? 0 : maxWaiting);
      const dueDeliveries = await deliveries.claim(appId, now(), maxClaims);
      claims.push({ queue, deliveries: dueDeliveries.map((delivery) => ({ delivery, target, claimedAt: performance.now() })) });
      const next = await deliveries.nextDue(appId);
      if (next !== undefined && next <= now()) continue;
      this.#isFull = false;
      if (next !== undefined) nextDue = Math.min(next, nextDue ?? next);
    }
    return { claims, nextDue };
  }

  #sendNext(queue: AppQueue): void {
    while (!this.#isStopped && queue.sending < queue.maxConcurrent) {
      const claim = queue.waiting.shift();
      if (!claim) return;
      queue.sending += 1;
      const hold = (signal: AbortSignal) => this.#hold(queue, claim.target.now() + reorderHoldMs, signal);
      const attempt = this.#options.attempts.make(this.#accountId, claim, hold).then((result) => {
        queue.sending -= 1;
        this.#results.push(result);
        for (const { resume } of [...this.#holds]) resume();
        this.#attempts.delete(attempt);
        this.#sendNext(queue);
        this.#runSoon();
      });
      this.#attempts.add(attempt);
    }
  }

  /** Waits for the end of another attempt in the account or for a time, and for a free slot. A held delivery occupies no slot. */
  #hold(queue: AppQueue, until: number, signal: AbortSignal): Promise<void> {
    queue.sending -= 1;
    queue.heldCount += 1;
    this.#sendNext(queue);
    this.#runSoon();
    return new Promise((resolve, reject) => {
      const resume = () => {
        if (queue.sending >= queue.maxConcurrent) return;
        signal.removeEventListener("abort", abort);
        this.#holds.delete(hold);
        queue.heldCount -= 1;
        queue.sending += 1;
        resolve();
      };
      const hold = { until, resume };
      const abort = () => reject(signal.reason);
      this.#holds.add(hold);
      signal.addEventListener("abort", abort);
    });
  }
}
