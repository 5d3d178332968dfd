import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { pointerKeys } from "../../openapi/pointer.ts";
import { redocly } from "../../pipeline/lint/redocly.ts";
import { root, temporaryFolder } from "../../tests/workspace.ts";
import { compareDocuments } from "../compare/compare.ts";
import { type Effect, type Finding, gravest } from "../compare/finding.ts";
import { type EditKind, type Loose, pick, type Random, seeded } from "./edits.ts";
import { operationEdits } from "./operationEdits.ts";
import { redoclyDifferences } from "./redoclyDifferences.ts";
import { schemaEdits } from "./schemaEdits.ts";

const seed = 20_260_420;
const batches = 8;

interface Edit {
  readonly name: string;
  /** What it is found under before and after. */
  readonly subjects: readonly [string, string];
}

/** One edit of every kind that is its turn, each at an operation or a schema that no other edit of the batch touches. */
function editAll(document: Loose, random: Random): Edit[] {
  const operations = Object.values<Loose>(document.paths).flatMap((item) => Object.values<Loose>(item));
  const schemas = Object.entries<Loose>(document.components.schemas);
  const free = { operations: [...operations], schemas: schemas.map(([, schema]) => schema) };
  const nameOf = (target: Loose): string => target.operationId ?? schemas.find(([, schema]) => schema === target)?.[0] ?? "";
  const tryKind = (kind: EditKind, targets: Loose[]): Edit[] => {
    for (let attempt = 0; attempt < 20 && targets.length > 0; attempt += 1) {
      const target = pick(targets, random);
      const before = nameOf(target);
      const after = kind.apply(target, random, document);
      if (after === undefined) continue;
      targets.splice(targets.indexOf(target), 1);
      return [{ name: kind.name, subjects: [before, after === "" ? before : after] }];
    }
    return [];
  };
  const shuffled = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, order: random(1e9) }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item);
  return [
    ...shuffled(operationEdits)
      .slice(0, 20)
      .flatMap((kind) => tryKind(kind, free.operations)),
    ...shuffled(schemaEdits).flatMap((kind) => tryKind(kind, free.schemas)),
  ];
}

const effects: Readonly<Record<string, Effect>> = { major: "breaks", minor: "adds", patch: "reads" };

/** The verdicts of `redocly diff` on two documents, by what they are about. */
async function redoclyVerdicts(before: Document, after: Document, folder: string): Promise<(subject: string) => Effect | "nothing"> {
  await mkdir(folder);
  const files = ["before.json", "after.json"].map((name) => join(folder, name));
  await Promise.all([before, after].map((document, index) => writeFile(files[index] ?? "", JSON.stringify(document))));
  const configuration = join(root, "tools/diff/tests/redoclyDiff.yaml");
  const { stdout } = await redocly(["diff", ...files, "--format", "json", "--config", configuration, "--fail-on", "none"]);
  const { changes } = JSON.parse(stdout) as {
    changes: ({ impact: string } & Record<"base" | "revision", { pointer: string } | undefined>)[];
  };
  const found = changes.flatMap(({ impact, base, revision }) => {
    const subjects = [...subjectsAt(base?.pointer, before), ...subjectsAt(revision?.pointer, after)];
    return subjects.map((subject) => ({ subject, effect: effects[impact] ?? "reads" }));
  });
  return (subject) => gravest(found.filter((one) => one.subject === subject)) ?? "nothing";
}

function subjectsAt(pointer: string | undefined, document: Loose): string[] {
  const [rootKey, first = "", second = ""] = pointerKeys(pointer ?? "");
  if (rootKey === "components") return [first === "schemas" ? second : `${first}/${second}`];
  if (rootKey !== "paths") return ["document"];
  const item = document.paths[first] ?? {};
  return second in item ? [item[second].operationId] : Object.values<Loose>(item).map(({ operationId }) => operationId);
}

test("over hundreds of edits, our verdicts differ from those of `redocly diff` in the listed ways only", async () => {
  const text = await readFile(join(root, "packages/types/src/generated/openapi.json"), "utf8");
  const random = seeded(seed);
  const folder = await temporaryFolder();
  const met = new Set<string>();
  const unlisted = new Set<string>();
  const missed: string[] = [];
  let count = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const edited = JSON.parse(text) as Document;
    const edits = editAll(edited, random);
    count += edits.length;
    // Every other batch is undone: an edit and its reverse are different changes.
    const isUndone = batch % 2 === 1;
    const [before, after] = isUndone ? [edited, JSON.parse(text) as Document] : [JSON.parse(text) as Document, edited];
    const [findings, redoclyEffect] = await Promise.all([
      compareDocuments(before, after),
      redoclyVerdicts(before, after, join(folder, String(batch))),
    ]);
    for (const { name, subjects } of edits) {
      const subject = subjects[isUndone ? 0 : 1];
      const own = findings.filter((finding) => finding.subject === subject);
      const ours = gravest(own);
      if (ours === undefined) missed.push(`${name} at ${subject}`);
      else compare(own, ours, redoclyEffect(subject), `${name}${isUndone ? ", undone" : ""}`);
    }
  }
  expect(missed).toEqual([]);
  expect([...unlisted].sort()).toEqual([]);
  expect(met.size).toBeGreaterThan(redoclyDifferences.length / 2);
  expect(count).toBeGreaterThan(300);

  function compare(own: readonly Finding[], ours: Effect, theirs: Effect | "nothing", name: string): void {
    if (ours === theirs) return;
    const kinds = own.filter(({ effect }) => effect === ours).map(({ rule }) => `${rule}: ${ours}, ${theirs}`);
    const listed = kinds.filter((kind) => redoclyDifferences.some((one) => `${one.rule}: ${one.ours}, ${one.redocly}` === kind));
    for (const kind of listed) met.add(kind);
    if (listed.length === 0) unlisted.add(`${kinds.join(" + ")} (${name})`);
  }
});
