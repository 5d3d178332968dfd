import fc from "fast-check";

// A fixed seed makes runs repeatable. `MODEL_SEED=random` selects a random seed, and `MODEL_RUNS=20` increases the number of runs.
const { MODEL_SEED = "20260420", MODEL_RUNS = "1" } = process.env;
const seed = MODEL_SEED === "random" ? Date.now() % 2 ** 31 : Number(MODEL_SEED);
export const factor: number = Number(MODEL_RUNS);

export async function forAll<Input>(input: fc.Arbitrary<Input>, runs: number, check: (input: Input) => Promise<void>): Promise<void> {
  await fc.assert(fc.asyncProperty(input, check), { seed, numRuns: runs * factor });
}
