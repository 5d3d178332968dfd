import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Operation } from "../src/engine/index.ts";
import * as generated from "../src/generated/operations.ts";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");

test.each<[string, (operation: Operation) => boolean, RegExp]>([
  ["are retried with a generated key", ({ idempotencyKey }) => idempotencyKey !== undefined, /^\| (.*) \| the same failures/m],
  [
    "are retried after few statuses",
    ({ retry, idempotencyKey }) => retry === "on-rate-limit" && !idempotencyKey,
    /^\| (.*) \| 423, 429 and 477 only/m,
  ],
  ["are never retried", ({ retry }) => retry === "never", /^\| (.*) \| never \|/m],
  ["return no results", ({ batch }) => batch !== undefined && batch.results === undefined, /^- ((?:(?!^- )[\s\S])*) return no\s+results/m],
  ["return paginated results", ({ pagination }) => pagination?.style === "input", /^(.*) are different, because each of their results/m],
])("the README lists all operations that %s", (_, matches, pattern) => {
  const operations: Operation[] = Object.values(generated);
  const expected = operations.filter(matches).map(({ id }) => id);
  const listed = [...(pattern.exec(readme)?.[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, id]) => id);
  expect(listed.sort()).toEqual(expected.sort());
});
