import { Rejection } from "../contract/errors/rejection.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import type { AccountProfile, AccountStore } from "../store/accountStore.ts";
import type { DocumentStore } from "../store/documents/documentStore.ts";
import type { RateWindow } from "../store/documents/documents.ts";
import type { Store } from "../store/store.ts";

// These limits are documented for a similar API.
const intervalMs = 10_000;
const perInterval = 110;
const dayMs = 86_400_000;

interface SecondLimit {
  readonly max: number;
  readonly countsDaily: boolean;
}

/** Limits per second and account. These operations are exempt from the ten-second limit. */
const perSecond: ReadonlyMap<string, SecondLimit> = new Map([
  ["records.search", { max: 5, countsDaily: true }],
  ["eventOccurrences.send", { max: 1_250, countsDaily: false }],
  ["eventOccurrences.batchSend", { max: 1_250, countsDaily: false }],
]);

/** Operations whose paths have this prefix are also exempt from the ten-second limit. */
const exemptPath = "/crm/associations/2026-03/";

export interface CountedRequest {
  readonly store: Store;
  readonly accountId: number;
  readonly generation: number | undefined;
  readonly clientId: string;
  readonly operation: Pick<Operation, "operationId" | "path">;
  readonly profile: AccountProfile;
  readonly now: number;
  /** Whether the account's clock is frozen, so that waiting does not help. */
  readonly isFrozen: boolean;
}

/** Does not count rejected requests. @throws Rejection RATE_LIMITS, or NoSuchAccount when the account has since been deleted */
export function countRequest({
  store,
  accountId,
  generation,
  clientId,
  operation: { operationId, path },
  profile,
  now,
  isFrozen,
}: CountedRequest): Promise<Readonly<Record<string, string>>> {
  const count = async ({ documents }: AccountStore) => {
    const window = current((await documents.get("rateWindow", clientId)) ?? empty, now);
    const second = perSecond.get(operationId);
    const countsDaily = second?.countsDaily ?? true;
    if (countsDaily && window.count >= profile.dailyLimit) throw overDaily(window, profile.dailyLimit, now, isFrozen);
    if (second) await countSecond(documents, { operationId, maxPerSecond: second.max, now, isFrozen });
    if (!countsDaily) return headersOf(window, profile.dailyLimit);
    if (second || path.startsWith(exemptPath)) {
      const updatedWindow = { ...window, count: window.count + 1 };
      await documents.put("rateWindow", [{ key: clientId, document: updatedWindow }]);
      return headersOf(updatedWindow, profile.dailyLimit);
    }
    if (window.recent.length >= perInterval) throw overInterval(window, profile.dailyLimit, now, isFrozen);
    const updatedWindow = { ...window, recent: [...window.recent, now], count: window.count + 1 };
    await documents.put("rateWindow", [{ key: clientId, document: updatedWindow }]);
    return headersOf(updatedWindow, profile.dailyLimit);
  };
  return store.transaction(accountId, count, generation);
}

const empty: RateWindow = { recent: [], day: "", count: 0 };

/** Returns the number of requests that count toward the daily limit of the day of a moment. */
export function usageOn(window: RateWindow, now: number): number {
  return current(window, now).count;
}

// `Math.floor` is used instead of `%`, whose result is negative for times before 1970.
export function endOfDay(now: number): number {
  return (Math.floor(now / dayMs) + 1) * dayMs;
}

/** If the clock was set back, also drops requests with a later time. */
function current({ recent, day, count }: RateWindow, now: number): RateWindow {
  const today = new Date(now).toISOString().slice(0, 10);
  return {
    recent: recent.filter((moment) => moment > now - intervalMs && moment <= now),
    day: today,
    count: day === today ? count : 0,
  };
}

interface Second {
  readonly operationId: string;
  readonly maxPerSecond: number;
  readonly now: number;
  readonly isFrozen: boolean;
}

/** The window's key is the operationId, which never equals an app's client id. */
async function countSecond(documents: DocumentStore, { operationId, maxPerSecond, now, isFrozen }: Second): Promise<void> {
  const window = (await documents.get("rateWindow", operationId)) ?? empty;
  const recent = window.recent.filter((moment) => moment > now - 1_000 && moment <= now);
  const message = `More than ${maxPerSecond} requests to ${operationId} in 1 second. ${advice(1, isFrozen)}`;
  if (recent.length >= maxPerSecond) throw rateRejection("SECONDLY", message, 1);
  await documents.put("rateWindow", [{ key: operationId, document: { ...window, recent: [...recent, now] } }]);
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

function overInterval(window: RateWindow, dailyLimit: number, now: number, isFrozen: boolean): Rejection {
  const wait = Math.max(1, Math.ceil(((window.recent[0] ?? now) + intervalMs - now) / 1000));
  const message = `More than ${perInterval} requests in ${intervalMs / 1000} seconds. ${advice(wait, isFrozen)}`;
  return rateRejection("TEN_SECONDLY_ROLLING", message, wait, headersOf(window, dailyLimit));
}

function overDaily(window: RateWindow, dailyLimit: number, now: number, isFrozen: boolean): Rejection {
  const wait = Math.ceil((endOfDay(now) - now) / 1000);
  const message = `The daily limit of ${dailyLimit.toLocaleString("en")} requests is exhausted.${isFrozen ? ` ${advice(wait, isFrozen)}` : ""}`;
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

function advice(wait: number, isFrozen: boolean): string {
  const time = wait === 1 ? "1 second" : `${wait} seconds`;
  return isFrozen ? `The clock is frozen, so the limit does not reset until the clock is advanced by ${time}.` : `Try again in ${time}.`;
}
