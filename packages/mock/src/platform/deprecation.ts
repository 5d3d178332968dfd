import type { Operation } from "../contract/openapi/operations.ts";
import type { ClockSetting } from "../store/accountStore.ts";

const none: Readonly<Record<string, string>> = {};

/** `Deprecation` is defined in RFC 9745, `Sunset` in RFC 8594. @param now the account's time; `undefined` until the account is known */
export function deprecationHeaders({ deprecated, responses, version, sunset }: Operation, now?: number): Readonly<Record<string, string>> {
  const { deprecatedAt } = version ?? {};
  if (deprecatedAt !== undefined && now !== undefined && now >= deprecatedAt) {
    return { deprecation: `@${deprecatedAt / 1000}`, sunset: new Date(String(sunset?.date)).toUTCString() };
  }
  if (!deprecated) return none;
  const declared = responses.find((response) => response.status.startsWith("2"))?.headerExamples;
  const names = ["deprecation", "sunset"].filter((name) => declared?.has(name));
  return Object.fromEntries(names.map((name) => [name, String(declared?.get(name))]));
}

const noticePeriod = 90 * 86_400_000;
let hasWarned = false;

/** Warns once per process. @param now the earlier of the account's and the machine's time, so that a test's clock causes no warning */
export function warnOfSunset({ operationId, version, sunset }: Operation, clock: ClockSetting, now: number): void {
  if (hasWarned || !sunset?.date || clock.mode === "frozen" || now < Date.parse(sunset.date) - noticePeriod) return;
  hasWarned = true;
  const name = version ? `${operationId} ${version.name}` : operationId;
  const message = `${name} ends on ${sunset.date}. From that day on, the mock responds with 410.`;
  const advice = "Freeze the clock, or start the mock with keepSunsetOperations (--keep-sunset-operations).";
  process.emitWarning(`${message} ${advice}`, { code: "CRM_PLATFORM_SUNSET" });
}
