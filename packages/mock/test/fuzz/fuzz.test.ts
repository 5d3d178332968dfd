import { expect, test } from "vitest";
import { freshDatabase } from "../store/freshDatabase.ts";
import { controlApi, platform } from "./apis.ts";
import { fuzz } from "./fuzz.ts";

// A short run of `pnpm fuzz`, with four worlds in memory and two on Postgres.
test("every request gets a valid response without a 5xx or a hang, and every violation is found", async () => {
  const database = await freshDatabase();
  const { findings, counts, operations } = await fuzz({
    runs: 3000,
    seed: 20260420,
    databases: ["memory", database.url, "memory"],
  });
  await database.drop();
  expect(findings).toEqual([]);

  // Some operations have the same id in both documents.
  const all = new Set([...platform.operations, ...controlApi.operations].map(({ id }) => id));
  expect(Object.keys(operations).sort()).toEqual([...all].sort());
  const ended = (pattern: RegExp) =>
    Object.entries(counts).reduce((sum, [outcome, count]) => (pattern.test(outcome) ? sum + count : sum), 0);
  expect(ended(/^platform kept: 20/)).toBeGreaterThan(200);
  expect(ended(/^platform kept: 401/)).toBeGreaterThan(100);
  expect(ended(/^platform kept: 403/)).toBeGreaterThan(10);
  expect(ended(/^platform kept: 404/)).toBeGreaterThan(50);
  expect(ended(/^platform broken: 400/)).toBeGreaterThan(200);
  expect(ended(/^platform broken: 41[35]/)).toBeGreaterThan(10);
  expect(ended(/^control kept: 20/)).toBeGreaterThan(100);
  expect(ended(/^control broken: 400/)).toBeGreaterThan(150);
  expect(ended(/^no such operation .*: 4/)).toBeGreaterThan(40);
  expect(ended(/^wire /)).toBeGreaterThan(60);
});
