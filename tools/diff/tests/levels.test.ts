import { expect, test } from "vitest";
import type { Effect } from "../compare/finding.ts";
import { demandedLevel, explainLevel, highest, isLess, type Level } from "../verdict/levels.ts";

const cases: readonly { effects: readonly Effect[]; before: Level; after: Level }[] = [
  { effects: [], before: "none", after: "none" },
  { effects: ["reads"], before: "patch", after: "patch" },
  { effects: ["reads", "adds"], before: "patch", after: "minor" },
  { effects: ["adds", "breaks", "reads"], before: "minor", after: "major" },
];

test.each(cases)("$effects: $before before 1.0.0, $after after it", ({ effects, before, after }) => {
  const findings = effects.map((effect) => ({ effect }));
  for (const version of ["0.0.9", "0.1.0", "0.12.3"]) expect(demandedLevel(findings, version)).toBe(before);
  for (const version of ["1.0.0", "10.0.0"]) expect(demandedLevel(findings, version)).toBe(after);
});

test("a level is explained by the version it follows", () => {
  expect(explainLevel("minor", "0.1.0")).toBe(
    "This asks for a minor version after 0.1.0: before 1.0.0 a break is minor and anything else a patch, because `^0.1.0` takes new patches alone.",
  );
  expect(explainLevel("major", "1.2.0")).toContain(
    "a major version after 1.2.0: a break is major, something new is minor, a text is a patch.",
  );
  expect(explainLevel("none", "1.2.0")).toContain("no new version is needed");
});

test("levels have an order", () => {
  expect(highest([])).toBe("none");
  expect(highest(["patch", "major", "minor"])).toBe("major");
  expect(isLess("patch", "minor")).toBe(true);
  expect(isLess("minor", "minor")).toBe(false);
});
