import { Refusal } from "../contract/refusal.ts";
import { grouped } from "./grouped.ts";

/**
 * Every value can be a problem of its own, and the validator keeps all problems in memory: the ten million values that fit
 * into 10 MiB would take several GB. The largest batch of the platform has 2,000 inputs of six values.
 */
export const usualMostValues = 100_000;

// Whatever walks through a body, or writes it as JSON again, goes one call deeper for each level, and the stack ends somewhere.
const mostLevels = 100;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses a body into the value that its schema describes. A form becomes an object of texts, and of lists where a field
 * came more than once.
 * @throws Refusal when it is not UTF-8, not JSON, has too many values or too many levels; the message never quotes the body
 */
export function parseBody(bytes: Uint8Array, mediaType: string, mostValues: number): unknown {
  const isJson = mediaType === "application/json";
  const text = decode(bytes, isJson ? "body" : "form");
  const value = isJson ? parseJson(text) : grouped(new URLSearchParams(text));
  refuseTooMuch(value, mostValues);
  return value;
}

function decode(bytes: Uint8Array, what: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal("VALIDATION_ERROR", `The ${what} is not UTF-8.`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The engine's own message quotes the body, which may hold secrets.
    const position = /at position (\d+)/.exec(String(error))?.[1];
    const place = position === undefined ? "It ends too early, or is no JSON at all" : `The problem is at character ${position}`;
    throw new Refusal("VALIDATION_ERROR", `The body is not JSON. ${place}.`);
  }
}

/**
 * Counts level by level and without recursion, so that no depth can exhaust the stack.
 * @throws Refusal when a value has too many values in it, or too many levels
 */
export function refuseTooMuch(root: unknown, mostValues: number): void {
  let level = [root];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) throw tooDeep();
    const values = level.filter((value) => typeof value === "object" && value !== null);
    level = [];
    for (const value of values) {
      for (const child of Object.values(value as object)) level.push(child);
      if (count + level.length > mostValues) throw new Refusal("PAYLOAD_TOO_LARGE", `The body has more than ${mostValues} values.`);
    }
    count += level.length;
  }
}

/** The refusal of a body with too many levels. */
export function tooDeep(): Refusal {
  return new Refusal("PAYLOAD_TOO_LARGE", `The body is nested more than ${mostLevels} levels deep.`);
}
