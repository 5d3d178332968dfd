import type { Json } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import type { Aligned } from "../documents/align.ts";
import { adds, type Finding, isSame, quote, reads, type Verdict } from "./finding.ts";
import { at, type Where } from "./places.ts";
import { judgeSecret } from "./schemas/schemaMarks.ts";
import { findKeyword } from "./walk.ts";

/** What an extension that came, went or changed means; either side is `undefined` where it is missing. */
type Judge = (old: Json | undefined, now: Json | undefined) => Verdict | undefined;

const judges: Readonly<Record<string, Judge>> = {
  "x-evidence": judgeEvidence,
  "x-sensitive": judgeSecret,
  ...Object.fromEntries(
    ["description", "summary", "title", "$comment"].map((text) => [text, () => reads("text-changed", `Its ${text} reads differently.`)]),
  ),
};

/** Texts and marks that stand at any part of the document. */
export function compareMarks({ before, after }: Aligned, placed: (steps: readonly string[]) => Where): Finding[] {
  const [old, now] = [before, after].map(
    (document) => new Map(findKeyword(document, Object.keys(judges)).map(({ steps, value }) => [JSON.stringify(steps), { steps, value }])),
  );
  const all = new Map([...(old ?? []), ...(now ?? [])]);
  return [...all].flatMap(([key, { steps }]) => {
    const values = [old?.get(key)?.value, now?.get(key)?.value] as const;
    const owner = steps.slice(0, -1);
    if (isSame(...values) || isOfWhole(steps) || isOfSchema(steps) || !hasOwners([before, after], owner)) return [];
    const verdict = judges[steps.at(-1) ?? ""]?.(...values);
    return verdict === undefined ? [] : [at(placed(owner), verdict)];
  });
}

/** Texts of the document as a whole are compared with what they are about. */
function isOfWhole(steps: readonly string[]): boolean {
  return steps.at(-1) !== "x-evidence" && (!["paths", "components"].includes(steps[0] ?? "") || steps[1] === "securitySchemes");
}

/** What a schema says of secrets is compared with the schema, whatever form it is written in. */
function isOfSchema(steps: readonly string[]): boolean {
  return steps.at(-1) === "x-sensitive" && (steps.includes("schema") || steps[1] === "schemas");
}

/** What came or went with its mark is told as a whole. */
function hasOwners(documents: readonly object[], steps: readonly string[]): boolean {
  return documents.every((document) => {
    let node: Json | undefined = document as Json;
    for (const step of steps) node = childOf(node, step);
    return node !== undefined;
  });
}

function childOf(node: Json | undefined, step: string): Json | undefined {
  if (Array.isArray(node))
    return node.find((item: Json, index) => (isObject(item) && `${item["in"]} ${item["name"]}` === step) || String(index) === step) as
      | Json
      | undefined;
  return isObject(node) ? node[step] : undefined;
}

function judgeEvidence(old: Json | undefined, now: Json | undefined): Verdict {
  const [oldGrade, grade] = [gradeOf(old), gradeOf(now)];
  if (oldGrade === grade) return reads("evidence-note-changed", "The note on its evidence reads differently.");
  const change = `Its evidence is ${quote(grade)} now, not ${quote(oldGrade)}`;
  if (grades.indexOf(grade) < grades.indexOf(oldGrade)) return reads("evidence-lowered", `${change}: it is less sure than it was.`);
  return adds("evidence-raised", `${change}: it is surer than it was.`);
}

/** From the least sure to the surest (spec/README.md). */
const grades = ["assumed", "observed", "documented", "described"];

/** Without a mark a fact is described. */
function gradeOf(mark: Json | undefined): string {
  return isObject(mark) ? String(mark["grade"]) : "described";
}
