import { Refusal } from "./refusal.ts";

/**
 * Every value can be a problem of its own, and the validator keeps all problems in memory: the ten million values that fit
 * into 10 MiB would take several GB. The largest batch of the platform has 2,000 inputs of six values.
 */
export const usualMostValues = 100_000;

// Whatever walks through a body, or writes it as JSON again, goes one call deeper for each level, and the stack ends somewhere.
const mostLevels = 100;

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
