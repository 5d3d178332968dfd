import type { ApiError, CallError } from "../errors.ts";
import type { Retry } from "../operation.ts";

/** Maximum delay from `Retry-After`. After a 5xx, a longer delay is reduced to this maximum. */
const maxRetryAfterMs = 60_000;
/** Delays for responses without `Retry-After`, in milliseconds, by status. These statuses guarantee that nothing was changed. */
const defaultDelays: Readonly<Record<number, number>> = { 423: 2_000, 429: 0, 477: Infinity };

/** Returns the delay in milliseconds (`Retry-After` plus exponential backoff with full jitter), or `undefined` if no retry is allowed. */
export function retryDelay(failure: CallError, retry: Retry): number | undefined {
  // Network errors and timeouts have no status.
  const {
    status = 500,
    attempts,
    policyName,
    retryAfterMs = defaultDelays[status] ?? 0,
  } = failure as CallError & Partial<Omit<ApiError, "name">>;
  const isRetriable =
    status in defaultDelays
      ? // Waiting for a daily limit or a migration takes too long.
        retry !== "never" && policyName !== "DAILY" && retryAfterMs <= maxRetryAfterMs
      : retry === "safe" && (status === 408 || status >= 500);
  if (!isRetriable) return undefined;
  return Math.min(retryAfterMs, maxRetryAfterMs) + backoff(attempts);
}

/** The maximum doubles with every attempt, from 500 ms to 8 seconds. */
function backoff(attempts: number): number {
  return Math.random() * Math.min(500 * 2 ** (attempts - 1), 8_000);
}

/** Returns how long a 429 pauses all requests that share a rate limit. A daily limit does not pause them. */
export function pauseAfter({ retryAfterMs, policyName, attempts }: ApiError): number {
  return policyName === "DAILY" ? 0 : Math.min(retryAfterMs ?? backoff(attempts), maxRetryAfterMs);
}

/** Converts `Retry-After`, which is a number of seconds or a date (RFC 9110, section 10.2.3), to milliseconds. */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "none";
  const seconds = Number(value);
  const delay = seconds >= 0 ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(delay) ? undefined : Math.max(delay, 0);
}
