import type { Json } from "../../openapi/document.ts";
import { mapOf } from "../json.ts";
import { adds, breaks, describeChange, type Rule, type Rules, reads, type Verdict } from "./verdict.ts";

/** Judges members that several kinds of nodes have. */
export const anyRules: Rules = {
  "any summary": text("The summary changed."),
  "any description": text("The description changed."),
  "any title": text("The title changed."),
  "any x-displayName": text("The display name changed."),
  "any externalDocs": text("The link to other documentation changed."),
  "any x-evidence": evidenceVerdict,
  "any deprecated"(before, after) {
    if ((before === true) === (after === true)) return undefined;
    return after === true ? adds("deprecated", "Deprecated.") : reads("deprecated", "No longer deprecated.");
  },
  "any x-sensitive"(before, after) {
    if ((before === true) === (after === true)) return undefined;
    if (after === true) return adds("secret-marked", "`x-sensitive` added. Logs and errors omit the value.");
    return breaks("secret-unmarked", "`x-sensitive` removed. Logs and errors may show the value.");
  },
};

export function text(message: string): Rule {
  return () => reads("text-changed", message);
}

/** The grades of evidence, from the least to the most certain (spec/README.md). */
const grades = ["assumed", "observed", "documented", "described"];

/** `limits.ts` judges the deviations from a schema, which the evidence also declares. */
export function evidenceVerdict(before: Json | undefined, after: Json | undefined): Verdict | undefined {
  const [grade, gradeNow] = [before, after].map((mark) => String(mapOf(mark)["grade"] ?? "described")) as [string, string];
  if (grade === gradeNow && mapOf(before)["note"] === mapOf(after)["note"]) return undefined;
  if (grade === gradeNow) return reads("evidence-note-changed", "The evidence note changed.");
  const change = `${describeChange("grade", grade, gradeNow)}.`;
  const isLess = grades.indexOf(gradeNow) < grades.indexOf(grade);
  return isLess ? reads("evidence-lowered", change) : adds("evidence-raised", change);
}
