import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshDatabase } from "../store/freshDatabase.ts";
import { fuzz } from "./fuzz.ts";

// A short run of `pnpm fuzz`.
test("every request gets the same valid response from each database, without a 5xx, a hang or a secret", async () => {
  const postgres = await freshDatabase();
  await using folder = await mkdtempDisposable(join(tmpdir(), "crm-platform-fuzz-"));
  const databases = ["memory", `file:${join(folder.path, "mock.sqlite")}`, postgres.url];
  const { findings, counts, unreached } = await fuzz({ runs: 750, seed: 20260420, databases });
  await postgres.drop();
  expect(findings).toEqual([]);
  expect(unreached.size).toBeLessThan(15);
  const count = (outcomes: RegExp) =>
    Object.entries(counts).reduce((sum, [outcome, number]) => (outcomes.test(outcome) ? sum + number : sum), 0);
  expect(count(/^platform\S* valid: 20/)).toBeGreaterThan(50);
  expect(count(/^platform\S* valid: 40[134]/)).toBeGreaterThan(50);
  expect(count(/^platform\S* invalid: 400/)).toBeGreaterThan(15);
  expect(count(/^control valid: 20/)).toBeGreaterThan(15);
  expect(count(/^control invalid: 400/)).toBeGreaterThan(2);
  expect(count(/ wire: 4/)).toBeGreaterThan(30);
});
