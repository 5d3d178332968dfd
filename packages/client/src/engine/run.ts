import { createFinalURL, defaultPathSerializer, mergeHeaders, removeTrailingSlash } from "openapi-fetch";
import { type Answer, readAnswer } from "./answer.ts";
import { AbortedError, ApiError, CallError, NetworkError, TimeoutError } from "./errors.ts";
import type { Log } from "./log.ts";
import type { Operation, PathValue } from "./operation.ts";
import type { AccessTokenSource, CallOptions, ConnectionOptions } from "./options.ts";
import { pathValues } from "./path.ts";
import type { RateLimit } from "./rateLimit.ts";
import { redactCause } from "./redact.ts";
import { longestRetryAfterMs, retryDelay } from "./retry.ts";
import { sleep, within } from "./time.ts";

/** What the calls of a connection have in common. */
export interface Common {
  readonly options: ConnectionOptions;
  readonly rateLimit: RateLimit;
  readonly log: Log;
  /** Tells once that an operation is deprecated, when its answer says so. */
  readonly tellEnd: (operation: Operation, headers: Headers) => void;
}

/** Runs a call to its end: every attempt, and the waiting between them. */
export async function runCall(
  common: Common,
  operation: Operation,
  ids: readonly PathValue[],
  parameters: unknown,
  call: CallOptions,
): Promise<Answer> {
  const { options, rateLimit, log } = common;
  const { accessToken } = options;
  const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? 30_000;
  const deadlineMs = call.deadlineMs ?? options.deadlineMs ?? Infinity;
  const maxRetries = call.maxRetries ?? options.maxRetries ?? 2;
  const deadline = Date.now() + deadlineMs;
  const path = pathValues(operation, ids);
  const { search = "", headers, body } = operation.prepare?.(operation, parameters, maxRetries > 0) ?? {};
  const attempted = { operation, attempts: 0, secrets: operation.secrets?.(operation, path, parameters) ?? [] };

  try {
    return await within(deadlineMs, call.signal, keepTrying);
  } catch (error) {
    if (error instanceof CallError) throw error;
    if (call.signal?.aborted) throw new AbortedError(attempted, "Aborted", "", { cause: error });
    throw isTimeout(error) ? new TimeoutError(attempted, "Too late", error.message) : error;
  }

  async function keepTrying(signal: AbortSignal): Promise<Answer> {
    let refused: string | undefined;
    let last: unknown;
    for (let retries = 0; ; ) {
      const token = operation.authenticated ? await tokenFrom(accessToken, refused) : undefined;
      if (refused && token === refused) throw last;
      try {
        return await attempt(signal, token);
      } catch (failure) {
        if (!(failure instanceof CallError) || signal.aborted) throw failure;
        if (failure.status === 401 && typeof accessToken === "function" && token && !refused) {
          refused = token;
          last = failure;
          continue;
        }
        const delay = retries < maxRetries ? retryDelay(failure, operation.idempotencyKey ? "safe" : operation.retry) : undefined;
        // To wait beyond the deadline would only tell less, and later.
        if (delay === undefined || Date.now() + delay > deadline) throw failure;
        log("info", `${failure.message}. Again in ${Math.ceil(delay)} ms.`);
        await sleep(delay, signal);
        retries += 1;
      }
    }
  }

  async function attempt(signal: AbortSignal, token: string | undefined): Promise<Answer> {
    await rateLimit.enter(signal);
    attempted.attempts += 1;
    if (token) attempted.secrets.push(token);
    const start = Date.now();
    try {
      const answer = await within(timeoutMs, signal, (inner) => exchange(inner, token));
      log("debug", `${answer.status}: ${operation.id}, ${Date.now() - start} ms`);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.status === 429) rateLimit.pause(pauseOf(error));
      throw isTimeout(error) && !signal.aborted ? new TimeoutError(attempted, "Too late", error.message) : error;
    } finally {
      rateLimit.leave();
    }
  }

  async function exchange(signal: AbortSignal, token: string | undefined): Promise<Answer> {
    const { id, method, path: template } = operation;
    const { attempts } = attempted;
    const { fetch = (request: Request) => globalThis.fetch(request), middleware = [] } = options;
    const pass = middleware.reduceRight<Fetch>(
      (next, layer) => async (request) => layer(request, next, { operationId: id, path: template, attempt: attempts }),
      async (request) => fetch(request),
    );
    const url = createFinalURL(template, {
      baseUrl: removeTrailingSlash(options.baseUrl),
      params: { path },
      pathSerializer: defaultPathSerializer,
      querySerializer: () => search,
    });
    const own = { authorization: token && `Bearer ${token}`, "x-retry-count": attempts > 1 ? attempts - 1 : undefined };
    const all = mergeHeaders(own, options.headers, headers, call.headers);
    const request = new Request(url, { method, signal, headers: all, body: body ?? null } as RequestInit);
    try {
      const response = await pass(request);
      common.tellEnd(operation, response.headers);
      return await readAnswer(response, attempted);
    } catch (error) {
      if (error instanceof CallError) throw error;
      const cause = redactCause(error, attempted.secrets);
      throw new NetworkError(attempted, "No answer", String(Object(error).message ?? error), { cause });
    }
  }
}

type Fetch = (request: Request) => Promise<Response>;

function isTimeout(error: unknown): error is DOMException {
  return error instanceof DOMException && error.name === "TimeoutError";
}

/** What everyone has to wait after a 429 that one request got. Nobody waits for the end of a day. */
function pauseOf({ retryAfterMs = 0, policyName }: ApiError): number {
  return policyName === "DAILY" ? 0 : Math.min(retryAfterMs, longestRetryAfterMs);
}

async function tokenFrom(source: string | AccessTokenSource | undefined, refused?: string): Promise<string | undefined> {
  const token = typeof source === "function" ? await source({ refused }) : source;
  // What fetch says of a bad header holds its value.
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw new TypeError("The access token is empty, or has characters that a header cannot carry.");
}
