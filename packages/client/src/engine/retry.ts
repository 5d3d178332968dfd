import type { ApiError, CallError } from "./errors.ts";
import type { Retry } from "./operation.ts";

const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** The longest wait that the service may ask for. */
export const longestRetryAfterMs = 60_000;

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
  const backOff = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
  return Math.min(retryAfterMs, longestRetryAfterMs) + Math.random() * backOff;
}

/** Reads `Retry-After`, seconds or a date (RFC 9110, section 10.2.3), in milliseconds. */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const delay = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(delay) ? undefined : Math.max(delay, 0);
}
