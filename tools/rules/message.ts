import type { Context, Location } from "./visitor.ts";

export interface Parts {
  readonly wrong: string;
  /** The expected value with an example, worded so that it can end a sentence. */
  readonly expected: string;
  /** The value that was found, worded so that it can end a sentence. */
  readonly found: string;
}

/** The messages of all rules have the same three parts. */
export function report(context: Context, location: Location, { wrong, expected, found }: Parts): void {
  context.report({ message: `${wrong} Expected: ${expected}. Found: ${found}.`, location });
}

const maxShownLength = 120;

export function show(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}

export function showList(values: readonly string[]): string {
  return values.length === 0 ? "none" : values.join(", ");
}
