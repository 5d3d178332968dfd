import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Running, run } from "../behavior/running.ts";
import { moments } from "./commands.ts";
import { live } from "./world.ts";

// The fixed seed makes runs repeatable. `MODEL_SEED=7 MODEL_RUNS=20` uses another seed and 20 times as many sequences.
const seed = Number(process.env["MODEL_SEED"] ?? 20260420);
const factor = Number(process.env["MODEL_RUNS"] ?? 1);

describe.each([
  { way: "in process", runs: 60 },
  { way: "two processes on Postgres", runs: 6 },
] as const)("$way", ({ way, runs }) => {
  let running: Running;
  beforeAll(async () => {
    running = await run(way);
  });
  afterAll(() => running.close());

  // The timeout only ends a test that hangs.
  test("records, associations and searches are those of the model, in every version of the API", { timeout: 600_000 * factor }, () => {
    const property = fc.asyncProperty(moments, (all) => live(running.platform, all));
    return fc.assert(property, { seed, numRuns: runs * factor });
  });
});
