/** A span of time; its parts are added up. */
export interface Span {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly milliseconds?: number;
}

/** @throws RangeError when it is no span, or one into the past */
export function spanInMilliseconds(span: number | Span): number {
  const { days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = typeof span === "number" ? { milliseconds: span } : span;
  const sum = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
  if (!(sum >= 0 && Number.isFinite(sum))) throw new RangeError("A clock is moved on by a span of 0 or more.");
  return Math.round(sum);
}
