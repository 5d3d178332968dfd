import { Rejection } from "../contract/errors/rejection.ts";
import type { RateWindow } from "../store/documents.ts";
import type { AccountProfile, AccountStore, Store } from "../store/store.ts";

// behaviour.md, 3.
const intervalMs = 10_000;
const perInterval = 110;
const dayMs = 86_400_000;

export interface Counted {
  readonly store: Store;
  readonly accountId: number;
  readonly generation: number | undefined;
  readonly clientId: string;
  readonly profile: AccountProfile;
  readonly now: number;
}

/**
 * Counts a request and returns the rate limit headers. Rejected requests do not count.
 * @throws Rejection RATE_LIMITS
 * @throws NoSuchAccount when the account has been deleted since the token was accepted
 */
export function countRequest({ store, accountId, generation, clientId, profile, now }: Counted): Promise<Readonly<Record<string, string>>> {
  const count = async ({ documents }: AccountStore) => {
    const window = current((await documents.get("rateWindow", clientId)) ?? empty, now);
    if (window.count >= profile.dailyLimit) throw overDaily(window, profile.dailyLimit, now);
    if (window.recent.length >= perInterval) throw overInterval(window, profile.dailyLimit, now);
    const counted = { ...window, recent: [...window.recent, now], count: window.count + 1 };
    await documents.put("rateWindow", [{ key: clientId, document: counted }]);
    return headersOf(counted, profile.dailyLimit);
  };
  return store.transaction(accountId, count, generation);
}

const empty: RateWindow = { recent: [], day: "", count: 0 };

/** Drops requests that no longer count, including requests with a later time if the clock was set back. */
function current({ recent, day, count }: RateWindow, now: number): RateWindow {
  const today = new Date(now).toISOString().slice(0, 10);
  return {
    recent: recent.filter((moment) => moment > now - intervalMs && moment <= now),
    day: today,
    count: day === today ? count : 0,
  };
}

function headersOf({ recent, count }: RateWindow, dailyLimit: number): Record<string, string> {
  return {
    "x-ratelimit-daily": String(dailyLimit),
    "x-ratelimit-daily-remaining": String(dailyLimit - count),
    "x-ratelimit-interval-milliseconds": String(intervalMs),
    "x-ratelimit-max": String(perInterval),
    "x-ratelimit-remaining": String(perInterval - recent.length),
  };
}

function overInterval(window: RateWindow, dailyLimit: number, now: number): Rejection {
  const wait = Math.max(1, Math.ceil(((window.recent[0] ?? now) + intervalMs - now) / 1000));
  const message = `More than ${perInterval} requests in ${intervalMs / 1000} seconds. Try again in ${seconds(wait)}.`;
  return rateRejection("TEN_SECONDLY_ROLLING", message, wait, headersOf(window, dailyLimit));
}

function overDaily(window: RateWindow, dailyLimit: number, now: number): Rejection {
  // Computed without the remainder of `now`, which is negative before 1970.
  const wait = Math.ceil(((Math.floor(now / dayMs) + 1) * dayMs - now) / 1000);
  const message = `The daily limit of ${dailyLimit.toLocaleString("en")} requests is used up.`;
  return rateRejection("DAILY", message, wait, headersOf(window, dailyLimit));
}

/** @param wait in seconds */
export function rateRejection(
  policyName: string,
  message: string,
  wait: number,
  headers: Readonly<Record<string, string>> = {},
): Rejection {
  return new Rejection("RATE_LIMITS", message, { policyName, headers: { ...headers, "retry-after": String(wait) } });
}

function seconds(count: number): string {
  return count === 1 ? "1 second" : `${count} seconds`;
}
