/** Every change that `redocly diff` considers breaking must also be breaking for the gate, except for the listed exceptions. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { redocly } from "../../tests/redocly.ts";
import { root, temporaryFolder } from "../../tests/workspace.ts";
import { findingsBetween } from "../decide.ts";
import { changes, documentsOf, idAt } from "./changes.ts";

/** Changes that only `redocly diff` considers breaking, grouped by the reason why the gate allows them. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  "Only the notation differs.": [
    "a list of types as alternatives",
    "additionalProperties: true as an empty schema",
    "const as enum",
    "constants with different descriptions",
    "an enum with null as alternatives",
    "JSON Schema defaults stated explicitly",
    "enum as oneOf of constants",
    "fields moved into allOf",
    "items of any type",
    "the type of an enum",
  ],
  "Requests may contain more values than before.": [
    "a schema becomes an alternative",
    "const becomes an enum of several values",
    "int32 becomes int64",
  ],
  "Responses may always contain undescribed fields.": ["a schema for additionalProperties becomes false", "additionalProperties: false"],
};

async function redoclyBreaks(before: Document, after: Document): Promise<Set<number>> {
  const folder = await temporaryFolder();
  const files = ["before.json", "after.json"].map((name) => join(folder, name));
  await Promise.all([before, after].map((document, index) => writeFile(files[index] ?? "", JSON.stringify(document))));
  const configuration = join(root, "tools/gate/tests/redoclyDiff.yaml");
  const { stdout } = await redocly(["diff", ...files, "--format", "json", "--config", configuration, "--fail-on", "none"]);
  const found = JSON.parse(stdout) as {
    changes: ({ impact: string } & Record<"base" | "revision", { pointer: string } | undefined>)[];
  };
  const pointers = found.changes.flatMap(({ impact, base, revision }) => (impact === "major" ? [(revision ?? base)?.pointer ?? ""] : []));
  return new Set(pointers.flatMap((pointer) => [...pointer.matchAll(/~1case~1(\d+)/g)].map(([, index]) => Number(index))));
}

test("every change that `redocly diff` considers breaking is also breaking for the gate, unless it is a listed exception", async () => {
  const list = Object.values(changes).flat();
  const missed = new Set<string>();
  let agreed = 0;
  for (const isReverse of [false, true]) {
    const [before, after] = documentsOf(list, isReverse);
    const findings = findingsBetween(before, after);
    for (const index of await redoclyBreaks(before, after)) {
      const isBreak = findings.some(({ subject, effect }) => subject === idAt(after, index) && effect === "breaks");
      if (isBreak) agreed += 1;
      else missed.add(list[index]?.title ?? "");
    }
  }
  expect([...missed].sort()).toEqual(Object.values(exceptions).flat().toSorted());
  expect(agreed).toBeGreaterThan(100);
});
