import type { Sunset } from "../openapi/operations.ts";
import { Rejection } from "./rejection.ts";

/** The interface ends at 00:00 UTC on the sunset date. */
export function sunsetRejection(name: string, { date, replacement }: Sunset, now: number): Rejection | undefined {
  if (date === null || now < Date.parse(date)) return undefined;
  const advice = replacement === null ? "There is no replacement." : `Use ${replacement}.`;
  return new Rejection("SUNSET_INTERFACE", `${name} ended on ${date}. ${advice}`);
}
