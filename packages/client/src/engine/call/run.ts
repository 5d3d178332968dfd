import { mergeHeaders } from "openapi-fetch";
import { AbortedError, ApiError, CallError, NetworkError, TimeoutError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Operation, PathValue } from "../operation.ts";
import type { CallOptions, ConnectionOptions } from "../options.ts";
import type { RateLimit } from "../rateLimit.ts";
import { pathValues } from "../request/path.ts";
import { headerSecrets, messageOf, redactCause, redactor } from "../secrets.ts";
import { sleep, within } from "../time.ts";
import { type Received, readResponse } from "./response.ts";
import { pauseAfter, retryDelay } from "./retry.ts";

export interface Common {
  readonly options: ConnectionOptions;
  readonly rateLimit: RateLimit;
  readonly log: Log;
  readonly warned: Set<string>;
  /** Logs once that an operation is deprecated. */
  readonly warn: (operation: Operation, headers: Headers) => void;
}

export async function runCall(
  common: Common,
  operation: Operation,
  ids: readonly PathValue[],
  parameters: unknown,
  call: CallOptions,
): Promise<Received> {
  const { options, rateLimit, log } = common;
  const { accessToken } = options;
  const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? 30_000;
  const deadlineMs = call.deadlineMs ?? options.deadlineMs ?? Infinity;
  const maxResponseBytes = call.maxResponseBytes ?? options.maxResponseBytes ?? 2 ** 26;
  const maxRetries = call.maxRetries ?? options.maxRetries ?? 2;
  const deadline = performance.now() + deadlineMs;
  const path = pathValues(operation, ids);
  const { search = "", headers, body, hasKey = false } = operation.prepare?.(operation, parameters, maxRetries > 0) ?? {};
  const secrets = operation.secrets?.(operation, path, parameters) ?? [];
  let sentHeaders: Iterable<[string, string]> = [];
  const attempted = {
    operation,
    attempts: 0,
    // Computed on failure only, because finding secrets is slow.
    get secrets() {
      return [...secrets, ...[...sentHeaders].flatMap(([name, value]) => headerSecrets(name, value))];
    },
  };

  try {
    return await within(deadlineMs, call.signal, "Call", keepTrying);
  } catch (error) {
    if (error instanceof CallError) throw error;
    if (call.signal?.aborted) throw new AbortedError(attempted, "Request aborted", "", { cause: error });
    // The error may come from the access token source, so its message can contain a secret.
    throw isTimeout(error) ? new TimeoutError(attempted, redactor(attempted.secrets)(error.message)) : error;
  }

  async function keepTrying(signal: AbortSignal): Promise<Received> {
    let rejected: string | undefined;
    let last: unknown;
    for (let retries = 0; ; ) {
      const token = await tokenFrom(options, operation, rejected);
      if (rejected && token === rejected) throw last;
      try {
        return await attempt(signal, token);
      } catch (failure) {
        if (!(failure instanceof CallError) || signal.aborted) throw failure;
        if (failure.status === 401 && typeof accessToken === "function" && token && !rejected) {
          rejected = token;
          last = failure;
          continue;
        }
        const delay = retries < maxRetries ? retryDelay(failure, hasKey ? "safe" : operation.retry) : undefined;
        // Waiting past the deadline would replace this error with a less specific one.
        if (delay === undefined || performance.now() + delay > deadline) throw failure;
        const { name, status = name, category = "" } = failure as CallError & Partial<Omit<ApiError, keyof CallError>>;
        // The service's message is not logged because it may contain personal data.
        log("info", `${[status, category].join(" ").trim()}: ${operation.method} ${operation.path}. Retry in ${Math.ceil(delay)} ms.`);
        await sleep(delay, signal);
        signal.throwIfAborted();
        retries += 1;
      }
    }
  }

  async function attempt(signal: AbortSignal, token: string | undefined): Promise<Received> {
    await rateLimit.enter(signal);
    attempted.attempts += 1;
    if (token) secrets.push(token);
    const start = performance.now();
    try {
      const received = await within(timeoutMs, signal, "Request", (inner) => exchange(inner, token));
      log("debug", `${operation.id}: ${received.status} in ${Math.round(performance.now() - start)} ms`);
      return received;
    } catch (error) {
      if (error instanceof ApiError && error.status === 429) rateLimit.pause(pauseAfter(error));
      throw isTimeout(error) && !signal.aborted ? new TimeoutError(attempted, error.message) : error;
    } finally {
      rateLimit.leave();
    }
  }

  async function exchange(signal: AbortSignal, token: string | undefined): Promise<Received> {
    const { id, method, path: template, credential } = operation;
    const { attempts } = attempted;
    const { fetch = (request: Request) => globalThis.fetch(request), middleware = [] } = options;
    const pass = middleware.reduceRight<Fetch>(
      (next, layer) => async (request) => layer(request, next, { operationId: id, path: template, attempt: attempts }),
      async (request) => fetch(request),
    );
    const filled = template.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(path[name] as PathValue));
    const bearer = { headers: { authorization: token && `Bearer ${token}` }, search: "" };
    const sent = credential && token ? credential.send(credential, token) : bearer;
    const query = [search, sent.search].filter(Boolean).join("&");
    const url = options.baseUrl + filled + (query && `?${query}`);
    const own = { ...sent.headers, "x-retry-count": attempts > 1 ? attempts - 1 : undefined };
    let request: Request;
    try {
      const all = mergeHeaders(own, options.headers, headers, call.headers);
      sentHeaders = all;
      // Following a redirect could send secrets to another host.
      request = new Request(url, { method, signal, headers: all, body: body ?? null, redirect: "manual" } as RequestInit);
    } catch {
      // The cause is omitted because its message quotes the value.
      throw new TypeError(`${id}: invalid header or body`);
    }
    let outcome: Received | CallError;
    try {
      const response = await pass(request);
      common.warn(operation, response.headers);
      outcome = await readResponse(response, attempted, maxResponseBytes);
    } catch (error) {
      // This includes errors from other calls that the middleware makes.
      const cause = redactCause(error, redactor(attempted.secrets));
      outcome = new NetworkError(attempted, "Request failed", messageOf(error), { cause });
    }
    if (outcome instanceof CallError) throw outcome;
    return outcome;
  }
}

type Fetch = (request: Request) => Promise<Response>;

function isTimeout(error: unknown): error is DOMException {
  return error instanceof DOMException && error.name === "TimeoutError";
}

async function tokenFrom({ accessToken: source }: ConnectionOptions, operation: Operation, rejected?: string): Promise<string | undefined> {
  if (source === undefined || operation.authenticated === false) return undefined;
  const token: unknown = typeof source === "function" ? await source({ rejected }) : source;
  // Checked here because fetch's error for an invalid header contains its value. Other types of credentials are encoded.
  if (typeof token === "string" && (operation.credential ? token : /^[\x21-\x7e]+$/.test(token))) return token;
  throw new TypeError("accessToken must be a valid header value");
}
