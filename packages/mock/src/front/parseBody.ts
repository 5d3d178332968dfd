import { Refusal } from "../contract/refusal.ts";
import { grouped } from "./grouped.ts";

/**
 * Every value can be a problem of its own, and the validator keeps all problems in memory: the ten million values that fit
 * into 10 MiB would take several GB. The largest batch of the platform has 2,000 inputs of six values.
 */
export const usualMostValues = 100_000;

/**
 * Parses a body into the value that its schema describes. A form becomes an object of texts, and of lists where a field
 * came more than once.
 * @throws Refusal when it is not UTF-8, not JSON, or has too many values; the message never quotes the body
 */
export function parseBody(bytes: Uint8Array, mediaType: string, mostValues: number): unknown {
  const isJson = mediaType === "application/json";
  const text = decode(bytes, isJson ? "body" : "form");
  const value = isJson ? parseJson(text) : grouped(new URLSearchParams(text));
  if (hasMoreValues(value, mostValues)) throw new Refusal("PAYLOAD_TOO_LARGE", `The body has more than ${mostValues} values.`);
  return value;
}

function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
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
    const place = position === undefined ? "It ends too early, or is no JSON at all" : `The fault is at character ${position}`;
    throw new Refusal("VALIDATION_ERROR", `The body is not JSON. ${place}.`);
  }
}

/** Counts without recursion, so that no depth can exhaust the stack. */
function hasMoreValues(root: unknown, limit: number): boolean {
  const pending = [root];
  let count = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== "object" || value === null) continue;
    const children = Object.values(value);
    count += children.length;
    if (count > limit) return true;
    for (const child of children) pending.push(child);
  }
  return false;
}
