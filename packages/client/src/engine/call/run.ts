import { AbortedError, type ApiError, CallError } from "../errors.ts";
import { type Log, warnIfDeprecated } from "../log.ts";
import { checkNumbers } from "../numbers.ts";
import type { Operation, PathValue } from "../operation.ts";
import type { CallOptions, ConnectionOptions } from "../options.ts";
import type { RateLimit } from "../rateLimit.ts";
import { fillPath, mergeHeaders } from "../request/serialize.ts";
import { headerSecrets } from "../secrets.ts";
import { type Clock, within } from "../time.ts";
import { networkError } from "./networkError.ts";
import { type Received, readResponse } from "./response.ts";
import { pauseAfter, retryDelay } from "./retry.ts";

export interface Common {
  readonly options: ConnectionOptions;
  readonly clock: Clock;
  readonly rateLimit: RateLimit;
  readonly log: Log;
  /** The operations whose deprecation has been logged. */
  readonly warned: Set<string>;
}

export async function runCall(
  common: Common,
  operation: Operation,
  ids: readonly PathValue[],
  parameters: unknown,
  call: CallOptions,
): Promise<Received> {
  const { options, clock, rateLimit, log, warned } = common;
  checkNumbers(call);
  const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? 30_000;
  const deadlineMs = call.deadlineMs ?? options.deadlineMs ?? Infinity;
  const maxResponseBytes = call.maxResponseBytes ?? options.maxResponseBytes ?? 2 ** 26;
  const maxRetries = call.maxRetries ?? options.maxRetries ?? 2;
  const deadline = clock.now() + deadlineMs;
  const path = fillPath(operation, ids);
  const { search = "", headers, body, hasKey } = operation.prepare?.(operation, parameters, maxRetries > 0) ?? {};
  const secrets = operation.secrets?.(operation, ids, parameters) ?? [];
  let sentHeaders = new Headers();
  const attempted = {
    operation,
    attempts: 0,
    // The secrets are computed only after a failure, because finding them is slow.
    get secrets() {
      return [...secrets, ...[...sentHeaders].flatMap(headerSecrets)];
    },
  };

  try {
    return await within(attempted, "Call", deadlineMs, call.signal, keepTrying);
  } catch (error) {
    if (error instanceof CallError || !call.signal?.aborted) throw error;
    throw new AbortedError(attempted, "Request aborted", "", { cause: error });
  }

  async function keepTrying(signal: AbortSignal): Promise<Received> {
    let rejected: string | undefined;
    let last: unknown;
    for (let retries = 0; ; ) {
      const token = await accessToken(signal, rejected);
      if (rejected && token === rejected) throw last;
      try {
        return await attempt(signal, token);
      } catch (failure) {
        if (!(failure instanceof CallError) || signal.aborted) throw failure;
        if (failure.status === 401 && token && !rejected) {
          rejected = token;
          last = failure;
          continue;
        }
        const delay = retries < maxRetries ? retryDelay(failure, hasKey ? "safe" : operation.retry) : undefined;
        // Waiting past the deadline would replace this error with a less specific one.
        if (delay === undefined || clock.now() + delay > deadline) throw failure;
        // The part after the path is the service's message. It is not logged, because it may contain personal data.
        const [what] = failure.message.split(operation.path);
        log("info", `${what}${operation.path}. Retry in ${Math.ceil(delay)} ms.`);
        await clock.sleep(delay, signal);
        signal.throwIfAborted();
        retries += 1;
      }
    }
  }

  async function accessToken(signal: AbortSignal, rejected?: string): Promise<string | undefined> {
    const { accessToken: source } = options;
    if (source === undefined || operation.authenticated === false) return undefined;
    const token: unknown =
      typeof source === "function"
        ? await within(attempted, "Access token source", timeoutMs, signal, async () => source({ rejected }))
        : source;
    // The token is checked here, because fetch's error for an invalid header quotes the value.
    if (typeof token === "string" && /^[\x21-\x7e]+$/.test(token)) return token;
    throw new TypeError(`${operation.id}: invalid accessToken; received ${typeof token}`);
  }

  async function attempt(signal: AbortSignal, token: string | undefined): Promise<Received> {
    await rateLimit.enter(signal);
    attempted.attempts += 1;
    if (token) secrets.push(token);
    const start = clock.now();
    try {
      const received = await within(attempted, "Request", timeoutMs, signal, (inner) => exchange(inner, token));
      log("debug", `${operation.id}: ${received.status} in ${Math.round(clock.now() - start)} ms`);
      return received;
    } finally {
      rateLimit.leave();
    }
  }

  async function exchange(signal: AbortSignal, token: string | undefined): Promise<Received> {
    const { id, method } = operation;
    const context = { operationId: id, path: operation.path, attempt: attempted.attempts };
    const send = (options.middleware ?? []).reduceRight<Fetch>(
      (next, layer) => async (request) => layer(request, next, context),
      async (request) => (options.fetch ?? globalThis.fetch)(request),
    );
    const own = { authorization: token && `Bearer ${token}`, "x-retry-count": attempted.attempts - 1 || undefined };
    sentHeaders = mergeHeaders(id, [own, options.headers, headers, call.headers]);
    let outcome: Received | CallError;
    try {
      const url = options.baseUrl + path + search;
      // Following a redirect could send secrets to another host.
      const request = new Request(url, { method, signal, headers: sentHeaders, body, redirect: "manual" } as RequestInit);
      const response = await send(request);
      warnIfDeprecated(log, warned, operation, response.headers);
      outcome = await readResponse(response, attempted, maxResponseBytes);
    } catch (error) {
      // Errors from other calls that the middleware makes are also caught here.
      outcome = networkError(attempted, error, options.baseUrl);
    }
    if (outcome.status === 429) rateLimit.pause(pauseAfter(outcome as ApiError));
    if (outcome instanceof CallError) throw outcome;
    return outcome;
  }
}

type Fetch = (request: Request) => Promise<Response>;
