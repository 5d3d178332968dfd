import type { Operation } from "../contract/operations.ts";
import { Refusal } from "../contract/refusal.ts";

/** What the answers of a deprecated operation carry: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), as the document has them. */
export function deprecationHeaders({ responses }: Operation): Readonly<Record<string, string>> {
  const declared = responses.find((response) => response.status.startsWith("2"))?.headerExamples;
  const names = ["deprecation", "sunset"].filter((name) => declared?.has(name));
  return Object.fromEntries(names.map((name) => [name, String(declared?.get(name))]));
}

/**
 * Refuses an operation from the start of its last day on, in UTC, as a sunset interface is refused.
 * @throws Refusal SUNSET_INTERFACE
 */
export function refuseSunset({ sunset }: Operation, now: number): void {
  if (!sunset?.date || now < Date.parse(sunset.date)) return;
  const advice = sunset.replacement === null ? "There is no replacement." : `Use ${sunset.replacement}.`;
  throw new Refusal("SUNSET_INTERFACE", `This interface ended on ${sunset.date}. ${advice}`);
}
