import { Refusal } from "../contract/errors/refusal.ts";
import type { SunsetInterface } from "../contract/openapi/document.ts";

/** The refusal of a path that belongs to an interface that is gone by that time. */
export function sunsetRefusal(interfaces: readonly SunsetInterface[], path: string, now: number): Refusal | undefined {
  const gone = interfaces.find(
    ({ date, pathPrefixes }) => Date.parse(date) <= now && pathPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)),
  );
  if (!gone) return undefined;
  const advice = gone.replacement === null ? "There is no replacement." : `Use ${gone.replacement}.`;
  return new Refusal("SUNSET_INTERFACE", `${gone.name} ended on ${gone.date}. ${advice}`);
}
