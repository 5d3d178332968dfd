import fc from "fast-check";

// A fixed seed, so that the tests of two runs are the same; `MODEL_SEED=random` looks elsewhere, `MODEL_RUNS=20` looks longer.
const { MODEL_SEED = "20260420", MODEL_RUNS = "1" } = process.env;
const seed = MODEL_SEED === "random" ? Date.now() % 2 ** 31 : Number(MODEL_SEED);
export const factor: number = Number(MODEL_RUNS);

/** Runs a property; what it rejects with names the seed and the path that lead to the smallest failure found. */
export async function forAll<Input>(input: fc.Arbitrary<Input>, runs: number, check: (input: Input) => Promise<void>): Promise<void> {
  await fc.assert(fc.asyncProperty(input, check), { seed, numRuns: runs * factor });
}
