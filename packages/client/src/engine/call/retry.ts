import type { ApiError, CallError } from "../errors.ts";
import type { Retry } from "../operation.ts";

const firstDelayMs = 500;
const maxDelayMs = 8_000;
/** The longest wait that the service may ask for. */
const maxRetryAfterMs = 60_000;

/**
 * How long to wait before the next attempt, in milliseconds; `undefined` when there is to be none. Full jitter on an
 * exponential back-off, after whatever the service asked for, at most a minute.
 */
export function retryDelay(failure: CallError, retry: Retry): number | undefined {
  const { name, status, attempts, policyName, retryAfterMs = 0 } = failure as CallError & Partial<Omit<ApiError, "name">>;
  const isRetriable =
    status === 429
      ? // A daily limit lasts longer than anyone waits.
        retry !== "never" && policyName !== "DAILY"
      : retry === "safe" && (name === "NetworkError" || name === "TimeoutError" || status === 408 || Number(status) >= 500);
  if (!isRetriable) return undefined;
  return Math.min(retryAfterMs, maxRetryAfterMs) + backOff(attempts);
}

function backOff(attempts: number): number {
  return Math.random() * Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs);
}

/**
 * What everyone has to wait after a 429 that one request got: as long as the service asks, else the back-off. Nobody waits for
 * the end of a day.
 */
export function pauseAfter({ retryAfterMs, policyName, attempts }: ApiError): number {
  return policyName === "DAILY" ? 0 : Math.min(retryAfterMs ?? backOff(attempts), maxRetryAfterMs);
}

/** Reads `Retry-After`, seconds or a date (RFC 9110, section 10.2.3), in milliseconds. */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const seconds = Number(value);
  const delay = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(delay) ? undefined : Math.max(delay, 0);
}
