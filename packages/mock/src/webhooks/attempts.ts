import { clearTimeout, setTimeout } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import type { ServiceNames } from "@crm-platform/types/serviceNames";
import type { WallClock } from "../platform/clock.ts";
import { deliveryOperation, type Fault, meetFaultOf } from "../platform/faults.ts";
import type { ClaimedDelivery, StoredAttempt } from "../store/deliveries/deliveryStore.ts";
import type { DocumentStore } from "../store/documents/documentStore.ts";
import type { Store } from "../store/store.ts";
import { lostResponse, Undeliverable } from "./errors.ts";
import { withAttempt } from "./retries.ts";
import type { AllowedHosts, HttpSender, SendOptions } from "./sendHttp.ts";
import { signedHeaders } from "./sign.ts";

/** Receives webhooks instead of the apps' target URLs. If it returns nothing, the status is 204. If it throws, the attempt fails. */
export type WebhookHandler = ((request: Request) => Response | undefined | Promise<Response | undefined>) | ((request: Request) => void);

export interface AttemptTarget {
  readonly clientSecret: string | undefined;
  /** The time on the account's clock. */
  readonly now: () => number;
}

export interface Claimed {
  readonly delivery: ClaimedDelivery;
  readonly target: AttemptTarget;
  readonly claimedAt: number;
}

export interface AttemptOptions extends AllowedHosts {
  readonly store: Store;
  readonly wallClock: WallClock;
  readonly names?: ServiceNames | undefined;
}

/** Rejects if the signal is aborted. */
type Hold = (signal: AbortSignal) => Promise<void>;

type Outcome = { readonly status: number } | { readonly error: string };

const timeoutMs = 5_000;
/** An attempt must begin soon after the delivery was claimed, so that it ends before another process can claim the delivery. */
const beginWithinMs = 3_000;
const maxShown = 200;

export class Attempts {
  readonly #options: AttemptOptions;
  #http: Promise<HttpSender> | undefined;
  readonly #abortController = new AbortController();
  #handler: WebhookHandler | undefined;

  constructor(options: AttemptOptions) {
    this.#options = options;
  }

  onWebhook(handler: WebhookHandler): () => void {
    if (typeof handler !== "function") throw new TypeError("onWebhook: the handler must be a function.");
    this.#handler = handler;
    return () => {
      if (this.#handler === handler) this.#handler = undefined;
    };
  }

  abort(): void {
    this.#abortController.abort();
  }

  async close(): Promise<void> {
    (await this.#http)?.close();
  }

  /**
   * Resolves to the delivery after the attempt, or to the unchanged delivery if the attempt was aborted or could not begin in time.
   * @param hold holds the delivery back until another attempt in the account has ended
   */
  async make(accountId: number, { delivery, target, claimedAt }: Claimed, hold: Hold): Promise<ClaimedDelivery> {
    const attemptNumber = delivery.attempts.length;
    let activeEvents = delivery.events;
    const sentAt = target.now();
    const began = performance.now();
    if (began - claimedAt > beginWithinMs) return delivery;
    let targetUrl: string | undefined;
    let fault: Fault | undefined;
    try {
      const { deliveries, documents } = this.#options.store.account(accountId);
      // Since the delivery was claimed, the account may have been reset, and its settings and subscriptions may have changed.
      if (!(await deliveries.isClaimed(delivery))) return delivery;
      fault = await meetFaultOf(this.#options.store, [accountId], deliveryOperation);
      if (fault?.effect.type === "reorder") {
        await hold(this.#abortController.signal);
        if (!(await deliveries.isClaimed(delivery))) return delivery;
      }
      targetUrl = (await documents.get("webhookSettings", String(delivery.appId)))?.targetUrl;
      if (attemptNumber > 0) activeEvents = await subscribedEvents(documents, delivery);
    } catch {
      // Either the attempt was aborted, or the result could not be stored, because the database is not available.
      return delivery;
    }
    const events = (activeEvents.length > 0 ? activeEvents : delivery.events).map((event) => ({ ...event, attemptNumber }));
    let request: Pick<StoredAttempt, "url" | "headers"> = { url: targetUrl ?? "", headers: {} };
    let outcome: Outcome;
    let isFinal = false;
    try {
      const { url, clientSecret } = checkTarget(targetUrl, target.clientSecret);
      if (activeEvents.length === 0)
        throw new Undeliverable("Nothing was sent, because the subscriptions to these events are no longer active");
      const { names, wallClock } = this.#options;
      const body = JSON.stringify(names ? names.toService.value(events) : events);
      const headers = signedHeaders(url, body, clientSecret, wallClock(), names);
      request = { url: url.href, headers };
      outcome = await this.#sendWithFault(fault, () =>
        this.#send(url, { headers, body, canReuse: delivery.attempts.at(-1)?.error !== lostResponse }),
      );
    } catch (error) {
      if (this.#abortController.signal.aborted) return delivery;
      isFinal = error instanceof Undeliverable;
      if (isFinal) request = { ...request, headers: {} };
      outcome = { error: messageOf(error) };
    }
    const attempt = { attemptNumber, sentAt, ...request, ...outcome, durationMs: Math.round(10 * (performance.now() - began)) / 10 };
    return withAttempt({ ...delivery, events }, attempt, isFinal, `${this.#options.store.idSeed} ${accountId}`);
  }

  async #sendWithFault(fault: Fault | undefined, send: () => Promise<number>): Promise<Outcome> {
    const effect = fault?.effect;
    if (effect?.type === "status") return { status: effect.status };
    if (effect?.type === "reset") return { error: "A fault of the mock dropped the connection" };
    if (effect?.type === "latency") await sleep(effect.milliseconds, undefined, { signal: this.#abortController.signal });
    const status = await send();
    if (effect?.type === "duplicate") await send();
    return effect?.type === "dropResponse" ? { error: "A fault of the mock dropped the response" } : { status };
  }

  async #send(url: URL, options: Omit<SendOptions, "signal">): Promise<number> {
    const all = this.#abortController.signal;
    all.throwIfAborted();
    const attempt = new AbortController();
    const { signal } = attempt;
    const timer = setTimeout(() => attempt.abort(new Error(`No response within ${timeoutMs / 1000} seconds`)), timeoutMs);
    // The mock's signal lives longer than an attempt, so the listener is removed. `AbortSignal.any` would keep every attempt in memory.
    const abort = () => attempt.abort(all.reason);
    all.addEventListener("abort", abort);
    try {
      const rejection = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      return await Promise.race([this.#statusOf(url, { ...options, signal }), rejection]);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearTimeout(timer);
      all.removeEventListener("abort", abort);
    }
  }

  async #statusOf(url: URL, options: SendOptions): Promise<number> {
    const handler = this.#handler;
    if (!handler) return (await this.#sender()).send(url, options);
    const { headers, body } = options;
    const response = await handler(new Request(url, { method: "POST", headers, body }));
    // Only the status matters. A handler without a declared result may return any value, and may have used or locked the body.
    if (response instanceof Response) void response.body?.cancel().catch(() => undefined);
    return Number.isInteger(response?.status) ? Number(response?.status) : 204;
  }

  /** Loads Node's HTTP clients on first use, because most mocks send no webhooks. */
  #sender(): Promise<HttpSender> {
    this.#http ??= import("./sendHttp.ts").then(({ createHttpSender }) => createHttpSender(this.#options));
    return this.#http;
  }
}

async function subscribedEvents(documents: DocumentStore, { appId, events }: ClaimedDelivery): Promise<ClaimedDelivery["events"]> {
  const active = new Set<number>();
  for (const id of new Set(events.map(({ subscriptionId }) => subscriptionId))) {
    if ((await documents.get("webhookSubscription", `${appId}/${id}`))?.active) active.add(id);
  }
  return events.filter(({ subscriptionId }) => active.has(subscriptionId));
}

function checkTarget(
  targetUrl: string | undefined,
  clientSecret: string | undefined,
): { readonly url: URL; readonly clientSecret: string } {
  if (targetUrl === undefined)
    throw new Undeliverable("Nothing was sent, because the app has no webhook settings. Set them with webhooks.setSettings");
  if (clientSecret === undefined) {
    throw new Undeliverable(
      "Nothing was sent, because the database contains no client secret for the app. To store it, request an access token for the app",
    );
  }
  return { url: new URL(targetUrl), clientSecret };
}

function messageOf(error: unknown): string {
  const message = readMessage(error);
  if (typeof message === "string" && message !== "") return message;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(messageOf).join("; ");
  if (error instanceof Error) return error.name;
  return `The handler threw ${inspect(error).slice(0, maxShown)} instead of an Error`;
}

function readMessage(error: unknown): unknown {
  try {
    return (Object(error) as { readonly message?: unknown }).message;
  } catch {
    return "The handler threw an object whose message cannot be read";
  }
}
