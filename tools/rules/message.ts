import type { Location } from "./visitor.ts";

export interface Parts {
  /** What is wrong: a sentence. */
  readonly wrong: string;
  /** What would be right, with an example: the rest of a sentence. */
  readonly expected: string;
  /** What is there instead: the rest of a sentence. */
  readonly found: string;
}

/** Every message of every rule has the same three parts; the place comes with the location. */
export function problem(location: Location, { wrong, expected, found }: Parts): { message: string; location: Location } {
  return { message: `${wrong} Expected: ${expected}. Found: ${found}.`, location };
}

const longest = 120;

/** A value as a message shows it: as JSON, and not all of it when it is long. */
export function show(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

export function showList(values: readonly string[]): string {
  return values.length === 0 ? "none" : values.join(", ");
}
