import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Running, run } from "../behavior/running.ts";
import { factor, forAll } from "./runs.ts";
import { anything, moment } from "./scenarios.ts";
import { together } from "./together.ts";
import { live } from "./world.ts";

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
  const timeout = 600_000 * factor;

  test("sequential commands get the model's responses", { timeout }, () => {
    return forAll(anything, runs, (commands) =>
      live(
        running.platform,
        commands.map((command) => [command]),
      ),
    );
  });

  test("concurrent commands get the model's responses in some order", { timeout }, () => {
    const sequence = fc.array(moment, { minLength: 1, maxLength: 12, size: "max" });
    return forAll(sequence, runs, (moments) => live(running.platform, moments));
  });

  test.each(Object.entries(together))("with many concurrent requests, %s", (_, check) => check(running.platform));
});
