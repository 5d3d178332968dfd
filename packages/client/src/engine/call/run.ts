import { mergeHeaders } from "openapi-fetch";
import { AbortedError, ApiError, CallError, NetworkError, TimeoutError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Operation, PathValue } from "../operation.ts";
import type { CallOptions, ConnectionOptions } from "../options.ts";
import type { RateLimit } from "../rateLimit.ts";
import { pathValues } from "../request/path.ts";
import { headerSecrets, messageOf, redactCause, redactor } from "../secrets.ts";
import { sleep, within } from "../time.ts";
import { type Answer, readAnswer } from "./answer.ts";
import { pauseAfter, retryDelay } from "./retry.ts";

/** What the calls of a connection have in common. */
export interface Common {
  readonly options: ConnectionOptions;
  readonly rateLimit: RateLimit;
  readonly log: Log;
  /** The ids of the operations that are known to be deprecated. */
  readonly told: Set<string>;
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
    // Only failures need them, and they take longer to find than a call takes otherwise.
    get secrets() {
      return [...secrets, ...[...sentHeaders].flatMap(([name, value]) => headerSecrets(name, value))];
    },
  };

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
      const token = await tokenFrom(options, operation, refused);
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
        const delay = retries < maxRetries ? retryDelay(failure, hasKey ? "safe" : operation.retry) : undefined;
        // To wait beyond the deadline would only tell less, and later.
        if (delay === undefined || performance.now() + delay > deadline) throw failure;
        const { name, status = name, category = "" } = failure as CallError & Partial<Omit<ApiError, keyof CallError>>;
        // Not the message of the service, which may name whom an email was for.
        log("info", `${[status, category].join(" ").trim()}: ${operation.method} ${operation.path}. Again in ${Math.ceil(delay)} ms.`);
        await sleep(delay, signal);
        signal.throwIfAborted();
        retries += 1;
      }
    }
  }

  async function attempt(signal: AbortSignal, token: string | undefined): Promise<Answer> {
    await rateLimit.enter(signal);
    attempted.attempts += 1;
    if (token) secrets.push(token);
    const start = performance.now();
    try {
      const answer = await within(timeoutMs, signal, (inner) => exchange(inner, token));
      log("debug", `${answer.status}: ${operation.id}, ${Math.round(performance.now() - start)} ms`);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.status === 429) rateLimit.pause(pauseAfter(error));
      throw isTimeout(error) && !signal.aborted ? new TimeoutError(attempted, "Too late", error.message) : error;
    } finally {
      rateLimit.leave();
    }
  }

  async function exchange(signal: AbortSignal, token: string | undefined): Promise<Answer> {
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
      // A redirect would take the secrets along to wherever it leads.
      request = new Request(url, { method, signal, headers: all, body: body ?? null, redirect: "manual" } as RequestInit);
    } catch {
      // Without the cause, whose message quotes the value.
      throw new TypeError(`${id}: header or body cannot be sent.`);
    }
    let outcome: Answer | CallError;
    try {
      const response = await pass(request);
      common.tellEnd(operation, response.headers);
      outcome = await readAnswer(response, attempted, maxResponseBytes);
    } catch (error) {
      // Whatever it is: also a failure of another call, which middleware made, says nothing of the answer to this one.
      const cause = redactCause(error, redactor(attempted.secrets));
      outcome = new NetworkError(attempted, "No answer", messageOf(error), { cause });
    }
    if (outcome instanceof CallError) throw outcome;
    return outcome;
  }
}

type Fetch = (request: Request) => Promise<Response>;

function isTimeout(error: unknown): error is DOMException {
  return error instanceof DOMException && error.name === "TimeoutError";
}

async function tokenFrom({ accessToken: source }: ConnectionOptions, operation: Operation, refused?: string): Promise<string | undefined> {
  if (source === undefined || operation.authenticated === false) return undefined;
  const token: unknown = typeof source === "function" ? await source({ refused }) : source;
  // What fetch says of a bad header holds its value. Other credentials are encoded, or refused with the header they make.
  if (typeof token === "string" && (operation.credential ? token : /^[\x21-\x7e]+$/.test(token))) return token;
  throw new TypeError("The access token has to fit a header.");
}
