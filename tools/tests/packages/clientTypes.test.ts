import { expect, test } from "vitest";
import { limits, measureTypes } from "../../bench/client/types.ts";

test("a call costs the compiler little, and in a client of 1,000 operations as little as in ours", async () => {
  // The first is the floor. A program that does not compile, or does not find the client, fails here.
  const [, ...calls] = await measureTypes();
  expect(calls).toHaveLength(2);
  const tooMuch = calls.filter(({ types, instantiations }) => types > limits.types || instantiations > limits.instantiations);
  expect(tooMuch).toEqual([]);
});
