import { invalidRequest } from "../../contract/errors/refusal.ts";
import type { Problem } from "../../contract/message.ts";

/** A span of time; its parts are added up. */
export interface Span {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly milliseconds?: number;
}

const lengths: Readonly<Record<keyof Span, number>> = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
};
const parts = Object.keys(lengths).join(", ");

/** @throws Refusal when it is no span, or one into the past */
export function spanInMilliseconds(span: number | Span): number {
  const sum = typeof span === "number" ? span : sumOf(span);
  if (!(sum >= 0 && Number.isFinite(sum))) throw refusal("advance", "minimum", "must be 0 or more, and finite");
  return Math.round(sum);
}

function sumOf(span: Span): number {
  if (typeof span !== "object" || span === null || Array.isArray(span)) {
    throw refusal("advance", "type", `must be a number of milliseconds, or an object of ${parts}`);
  }
  const given: [part: string, value: unknown][] = Object.entries(span);
  const unknown = given.filter(([part]) => !Object.hasOwn(lengths, part));
  if (unknown.length > 0) throw invalidRequest(unknown.map(([part]) => problem(`advance.${part}`, "enum", `must be one of ${parts}`)));
  const defined = given.filter(([, value]) => value !== undefined);
  const wrong = defined.filter(([, value]) => !Number.isFinite(value));
  if (wrong.length > 0) throw invalidRequest(wrong.map(([part]) => problem(`advance.${part}`, "type", "must be a number")));
  // Nobody means a span of no parts: the one that was meant is missing.
  if (defined.length === 0) throw refusal("advance", "minProperties", `must have at least one of ${parts}`);
  return defined.reduce((sum, [part, value]) => sum + lengths[part as keyof Span] * Number(value), 0);
}

function refusal(field: string, code: string, rule: string): Error {
  return invalidRequest([problem(field, code, rule)]);
}

function problem(field: string, code: string, rule: string): Problem {
  return { in: field, code, message: `${field} ${rule}` };
}
