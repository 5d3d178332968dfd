import type { Operation } from "../contract/openapi/operations.ts";
import type { ClockSetting } from "../store/store.ts";

const none: Readonly<Record<string, string>> = {};

/** The headers of a deprecated operation: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), as the document has them. */
export function deprecationHeaders({ deprecated, responses }: Operation): Readonly<Record<string, string>> {
  if (!deprecated) return none;
  const declared = responses.find((response) => response.status.startsWith("2"))?.headerExamples;
  const names = ["deprecation", "sunset"].filter((name) => declared?.has(name));
  return Object.fromEntries(names.map((name) => [name, String(declared?.get(name))]));
}

const noticePeriod = 90 * 86_400_000;
let hasWarned = false;

/**
 * Warns that an operation is about to end, once per process and only where the clock runs: one that stands still never gets to
 * the end. Without the warning, the tests of an app would fail one day without a change.
 * @param now the earlier of the account's and the machine's time, so that clocks which a test sets ahead or back cause no warning
 */
export function warnOfSunset({ operationId, sunset }: Operation, clock: ClockSetting, now: number): void {
  if (hasWarned || !sunset?.date || clock.mode === "frozen" || now < Date.parse(sunset.date) - noticePeriod) return;
  hasWarned = true;
  const message = `${operationId} ends on ${sunset.date}: from that day on the mock answers 410.`;
  const advice = "Freeze the clock, or start the mock with keepSunsetOperations (--keep-sunset-operations).";
  process.emitWarning(`${message} ${advice}`, { code: "CRM_PLATFORM_SUNSET" });
}
