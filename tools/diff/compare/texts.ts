import type { Json } from "../../openapi/document.ts";
import { describeChange, isSame, listOf, memberOf } from "../json.ts";
import { adds, at, breaks, type Difference, reads, type Steps, type Verdict } from "./finding.ts";

const textKeywords = ["summary", "description", "title", "$comment"];

export function compareTexts(old: unknown, now: unknown, steps: Steps): Difference[] {
  // Alternatives that are constants are compared as an enum. An enum has no texts, so the texts of the alternatives are compared here.
  const [constants, constantsNow] = [constantsOf(old), constantsOf(now)];
  const haveConstants = constants.length > 0 && constantsNow.length > 0;
  const changed = textKeywords.filter(
    (keyword) =>
      !isSame(textsOf(old, keyword), textsOf(now, keyword)) ||
      (haveConstants && !isSame(textsOf({ allOf: constants }, keyword), textsOf({ allOf: constantsNow }, keyword))),
  );
  return at(
    steps,
    ...changed.map((keyword) => reads("text-changed", `The ${keyword} changed.`)),
    evidenceVerdict(memberOf(old, "x-evidence"), memberOf(now, "x-evidence")),
  );
}

function textsOf(node: unknown, keyword: string): Json[] {
  const parts = listOf(memberOf(node, "allOf")).flatMap((part) => textsOf(part, keyword));
  return [...listOf(memberOf(node, keyword)), ...parts].sort();
}

function constantsOf(node: unknown): readonly Json[] {
  return listOf(memberOf(node, "oneOf") ?? memberOf(node, "anyOf")).filter((one) => memberOf(one, "const") !== undefined);
}

/** The grades of evidence, from the least to the most certain (spec/README.md). */
const grades = ["assumed", "observed", "documented", "described"];

function evidenceVerdict(old: Json | undefined, now: Json | undefined): Verdict | undefined {
  if (isSame(old, now)) return undefined;
  const [oldGrade = "", grade = ""] = [old, now].map((mark) => String(memberOf(mark, "grade") ?? "described"));
  if (oldGrade === grade) return reads("evidence-note-changed", "The evidence note changed.");
  const change = `${describeChange("grade", oldGrade, grade)}.`;
  const isLess = grades.indexOf(grade) < grades.indexOf(oldGrade);
  return isLess ? reads("evidence-lowered", change) : adds("evidence-raised", change);
}

export function secretVerdict(old: unknown, now: unknown): Verdict | undefined {
  if ((old === true) === (now === true)) return undefined;
  if (now === true) return adds("secret-marked", "`x-sensitive` added. Logs and errors omit the value.");
  return breaks("secret-unmarked", "`x-sensitive` removed. Logs and errors may show the value.");
}

export function deprecationVerdict(old: unknown, now: unknown): Verdict | undefined {
  if ((old === true) === (now === true)) return undefined;
  return now === true ? adds("deprecated", "Deprecated.") : reads("deprecated", "No longer deprecated.");
}
