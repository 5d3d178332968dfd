import { expect, test } from "vitest";
import { limits, measureTypes } from "../../bench/client.ts";

test("a call is fast to type-check, even in a client with 300 operations", async () => {
  // The first result is the baseline. `npx pnpm bench` measures 1,000 operations.
  const [, ...calls] = await measureTypes(300);
  expect(calls).toHaveLength(2);
  const tooMuch = calls.filter(({ types, instantiations }) => types > limits.types || instantiations > limits.instantiations);
  expect(tooMuch).toEqual([]);
});
