import type { Sunset } from "../openapi/operations.ts";
import { Refusal } from "./refusal.ts";

/** The error of an interface that has ended, from the start of its last day in UTC; `undefined` before. */
export function sunsetRefusal(name: string, { date, replacement }: Sunset, now: number): Refusal | undefined {
  if (date === null || now < Date.parse(date)) return undefined;
  const advice = replacement === null ? "There is no replacement." : `Use ${replacement}.`;
  return new Refusal("SUNSET_INTERFACE", `${name} ended on ${date}. ${advice}`);
}
