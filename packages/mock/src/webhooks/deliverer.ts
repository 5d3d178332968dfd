import { clearInterval, setInterval } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailable, StoreClosed } from "../store/errors.ts";
import { AccountDeliveries, type AccountDeliveriesOptions } from "./accountDeliveries.ts";
import { type AttemptOptions, Attempts, type WebhookHandler } from "./attempts.ts";
import type { AllowedHosts } from "./sendHttp.ts";

export interface DelivererOptions extends AllowedHosts, Pick<AttemptOptions, "names">, Omit<AccountDeliveriesOptions, "attempts"> {}

const pollMs = 1_000;
const closeWithinMs = 250;

/** Starts the deliveries of each account when they may be due. */
export class Deliverer {
  readonly #options: AccountDeliveriesOptions;
  readonly #attempts: Attempts;
  readonly #accounts = new Map<number, AccountDeliveries>();
  #isClosed = false;
  #poll: NodeJS.Timeout | undefined;

  constructor(options: DelivererOptions) {
    this.#attempts = new Attempts(options);
    const onError = (error: unknown) => {
      // Failures of the database are ignored, because the requests that they affect report them.
      if (!this.#isClosed && !(error instanceof StoreClosed) && !(error instanceof DatabaseUnavailable)) options.onError(error);
    };
    this.#options = { ...options, attempts: this.#attempts, onError };
  }

  async start(): Promise<void> {
    const { store, isShared } = this.#options;
    if (!isShared) await store.deliveryQueue.release();
    store.deliveryQueue.onDue((accountId) => {
      if (accountId === undefined) this.#runAll();
      else this.#accountWith(accountId).notify();
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
    const accounts = [...this.#accounts.values()];
    for (const account of accounts) account.stop();
    await waitBriefly(accounts.flatMap(({ tasks }) => tasks));
    this.#attempts.abort();
    await waitBriefly(accounts.flatMap(({ tasks }) => tasks));
    await waitBriefly(accounts.map((account) => account.storeResults()));
    await this.#attempts.close();
  }

  #runAll(): void {
    if (this.#isClosed) return;
    this.#options.store.deliveryQueue.accounts().then((accountIds) => {
      for (const accountId of accountIds) this.#accountWith(accountId).run();
    }, this.#options.onError);
  }

  #accountWith(accountId: number): AccountDeliveries {
    const account = this.#accounts.get(accountId) ?? new AccountDeliveries(accountId, this.#options);
    this.#accounts.set(accountId, account);
    if (this.#isClosed) account.stop();
    return account;
  }
}

async function waitBriefly(promises: readonly Promise<void>[]): Promise<void> {
  const timeout = new AbortController();
  await Promise.race([Promise.all(promises), sleep(closeWithinMs, undefined, { signal: timeout.signal })]);
  timeout.abort();
}
