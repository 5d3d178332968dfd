import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Running, run } from "../behaviour/running.ts";
import { factor, forAll } from "./runs.ts";
import { anything, moment } from "./stories.ts";
import { together } from "./together.ts";
import { live } from "./world.ts";

describe.each([
  { way: "in process", runs: 60 },
  { way: "two processes on Postgres", runs: 12 },
] as const)("$way", ({ way, runs }) => {
  let running: Running;
  beforeAll(async () => {
    running = await run(way);
  });
  afterAll(() => running.close());

  // Only ends what hangs.
  const timeout = 600_000 * factor;

  test("one command after the other, every answer is the model's", { timeout }, () => {
    return forAll(anything, runs, (commands) =>
      live(
        running.platform,
        commands.map((command) => [command]),
      ),
    );
  });

  test("of commands at one moment, the answers are the model's in some order", { timeout }, () => {
    const sequence = fc.array(moment, { minLength: 1, maxLength: 12, size: "max" });
    return forAll(sequence, runs, (moments) => live(running.platform, moments));
  });

  test.each(Object.entries(together))("of many at one moment: %s", (_, check) => check(running.platform));
});
