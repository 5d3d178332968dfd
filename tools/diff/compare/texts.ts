import type { Json } from "../../openapi/document.ts";
import { isSame, listOf, memberOf, quote } from "../json.ts";
import { adds, at, breaks, type Difference, reads, type Steps, type Verdict } from "./finding.ts";

const textKeywords = ["summary", "description", "title", "$comment"];

/** The texts at one place of the documents, and the grade of evidence. */
export function compareTexts(old: unknown, now: unknown, steps: Steps): Difference[] {
  // Alternatives that are constants are compared as a closed set, which has no texts.
  const [constants, constantsNow] = [constantsOf(old), constantsOf(now)];
  const haveConstants = constants.length > 0 && constantsNow.length > 0;
  const changed = textKeywords.filter(
    (keyword) =>
      !isSame(textsOf(old, keyword), textsOf(now, keyword)) ||
      (haveConstants && !isSame(textsOf({ allOf: constants }, keyword), textsOf({ allOf: constantsNow }, keyword))),
  );
  return at(
    steps,
    ...changed.map((keyword) => reads("text-changed", `Its ${keyword} changed.`)),
    evidenceVerdict(memberOf(old, "x-evidence"), memberOf(now, "x-evidence")),
  );
}

/** Text of a node and of the parts that are put together in it. */
function textsOf(node: unknown, keyword: string): Json[] {
  const parts = listOf(memberOf(node, "allOf")).flatMap((part) => textsOf(part, keyword));
  return [...listOf(memberOf(node, keyword)), ...parts].sort();
}

function constantsOf(node: unknown): readonly Json[] {
  return listOf(memberOf(node, "oneOf") ?? memberOf(node, "anyOf")).filter((one) => memberOf(one, "const") !== undefined);
}

/** From the least to the most certain (spec/README.md). */
const grades = ["assumed", "observed", "documented", "described"];

function evidenceVerdict(old: Json | undefined, now: Json | undefined): Verdict | undefined {
  if (isSame(old, now)) return undefined;
  const [oldGrade, grade] = [old, now].map((mark) => String(memberOf(mark, "grade") ?? "described"));
  if (oldGrade === grade) return reads("evidence-note-changed", "The note on its evidence changed.");
  const change = `Its evidence is ${quote(grade)} now, was ${quote(oldGrade)}`;
  const isLess = grades.indexOf(grade ?? "") < grades.indexOf(oldGrade ?? "");
  return isLess ? reads("evidence-lowered", `${change}: less certain.`) : adds("evidence-raised", `${change}: more certain.`);
}

export function secretVerdict(old: Json | undefined, now: Json | undefined): Verdict | undefined {
  if ((old === true) === (now === true)) return undefined;
  if (now === true) return adds("secret-marked", "It is a secret now: logs and errors leave it out.");
  return breaks("secret-unmarked", "It is no longer a secret: logs and errors may show it.");
}

export function deprecationVerdict(old: unknown, now: unknown): Verdict | undefined {
  if ((old === true) === (now === true)) return undefined;
  if (now === true) return adds("deprecated", "It is deprecated now: it still works, and editors strike it through.");
  return reads("deprecated", "It is no longer deprecated.");
}
