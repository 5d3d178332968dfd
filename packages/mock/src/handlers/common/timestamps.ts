import type { Problem } from "../../contract/message.ts";
import { firstMoment, firstTime, lastMoment, lastTime } from "../../contract/times.ts";
import { problemOf } from "./problems.ts";

/** Returns a problem for each time that the platform cannot represent, such as a leap second. @param times keyed by field */
export function timeProblems(times: Readonly<Record<string, string | undefined>>): Problem[] {
  return Object.entries(times).flatMap(([field, time]) => {
    if (time === undefined) return [];
    const milliseconds = Date.parse(time);
    if (milliseconds >= firstMoment && milliseconds <= lastMoment) return [];
    return [problemOf(field, "format", `must be a time from ${firstTime} to ${lastTime}`, time)];
  });
}

// Timestamps are cached, because formatting takes as long as validating a meeting, and the times in a batch are often equal.
const timestamps = new Map<number, string>();
const maxCached = 1_000;

/**
 * Omits the fraction if the milliseconds are 0. Computed times, such as the expiry of a token, can be outside the years
 * that a timestamp can express. In that case, returns the first or last moment.
 */
export function timestampOf(milliseconds: number): string {
  const cachedTimestamp = timestamps.get(milliseconds);
  if (cachedTimestamp !== undefined) return cachedTimestamp;
  const text = new Date(Math.min(Math.max(milliseconds, firstMoment), lastMoment)).toISOString();
  const timestamp = text.endsWith(".000Z") ? `${text.slice(0, -5)}Z` : text;
  if (timestamps.size >= maxCached) timestamps.clear();
  timestamps.set(milliseconds, timestamp);
  return timestamp;
}
