import { globSync } from "node:fs";
import { join } from "node:path";
import { behaviors } from "@crm-platform/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { areas } from "./rules.ts";
import { type Running, run, ways } from "./running.ts";

for (const file of globSync("**/*.rules.ts", { cwd: import.meta.dirname })) await import(join(import.meta.dirname, file));

test("the fidelity table contains every rule", () => {
  const checked = [...areas].flatMap(([area, rules]) => Object.entries(rules).map(([rule, { text }]) => `${area}/${rule}: ${text}`));
  expect(checked.sort()).toEqual(behaviors.map(({ area, rule, text }) => `${area}/${rule}: ${text}`).sort());
});

describe.each(ways)("%s", (way) => {
  let running: Running;
  beforeAll(async () => {
    running = await run(way, { onError: (error) => expect.fail(String(error)) });
  });
  afterAll(() => running.close());

  // Each check has its own accounts, so all checks run concurrently.
  describe.each([...areas])("%s", (_, rules) => {
    test.concurrent.each(Object.entries(rules))("%s", (__, { check }) => check(running.platform));
  });
});
