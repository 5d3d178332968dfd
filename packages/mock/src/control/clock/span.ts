import { invalidRequest } from "../../contract/errors/rejection.ts";

export interface Span {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly milliseconds?: number;
}

const lengths: Readonly<Record<string, number>> = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1000, milliseconds: 1 };

/** @throws Rejection if the span is invalid or negative */
export function spanInMilliseconds(span: number | Span): number {
  const sum = typeof span === "number" ? span : sumOf(span);
  if (sum >= 0 && Number.isFinite(sum)) return Math.round(sum);
  const message = `advance must be a number of milliseconds, at least 0, or an object with the fields ${Object.keys(lengths).join(", ")}`;
  throw invalidRequest([{ in: "advance", code: "span", message }]);
}

/** Returns `NaN` for an invalid span, and for a span without parts, which is most likely a mistake. */
function sumOf(span: Span): number {
  const parts = Object.entries(Object(span) as Span).filter(([part, value]) => value !== undefined || !Object.hasOwn(lengths, part));
  if (parts.length === 0) return Number.NaN;
  return parts.reduce((sum, [part, value]) => sum + (typeof value === "number" ? value : Number.NaN) * (lengths[part] ?? Number.NaN), 0);
}
