import { expect, test } from "vitest";
import { limits, measureTypes } from "../../bench/client/types.ts";

test("a call is fast to type-check, even in a client with 1,000 operations", async () => {
  // The first is the baseline. A program that does not compile fails here.
  const [, ...calls] = await measureTypes();
  expect(calls).toHaveLength(2);
  const tooMuch = calls.filter(({ types, instantiations }) => types > limits.types || instantiations > limits.instantiations);
  expect(tooMuch).toEqual([]);
});
