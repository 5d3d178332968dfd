import type { Json } from "../../../openapi/document.ts";
import { isObject } from "../../../openapi/json.ts";
import { referenceOf } from "../../documents/names.ts";
import { adds, breaks, type Direction, quote, type Verdict } from "../finding.ts";
import type { Change } from "./change.ts";
import { formJudges } from "./forms.ts";
import { schemaMarkJudges } from "./schemaMarks.ts";
import { told, valueJudges } from "./values.ts";

/** What a changed member of a schema means. One that has no rule counts as a break, until somebody rates it. */
export function judgeKeyword({ member = "", old, now, direction }: Change): Verdict | undefined {
  const judge = valueJudges.get(member) ?? formJudges.get(member) ?? schemaMarkJudges.get(member);
  if (judge !== undefined) return judge(old, now, direction);
  return breaks("unrated-changed", `${told(member, old, now)}. No rule tells what that means, so it counts as a break.`);
}

/** What a field that came or went means. */
export function judgeField(kind: "added" | "removed", direction: Direction): Verdict {
  if (kind === "added") return adds("field-added", direction === "request" ? "It can be sent now." : "It comes with answers now.");
  if (direction === "answer") return breaks("field-removed", "It is gone from answers: code that reads it no longer compiles.");
  return breaks("field-removed", "It can no longer be sent: code that passes it no longer compiles.");
}

function isNull(form: Json | undefined): boolean {
  return isObject(form) && form["type"] === "null";
}

/** What one alternative more or less means. */
export function judgeAlternative(kind: "added" | "removed", direction: Direction, form: Json | undefined): Verdict {
  const name = referenceOf(form)?.split("/").at(-1) ?? form;
  if (kind === "removed") {
    if (direction === "answer" && isNull(form)) return adds("alternative-removed", "`null` no longer comes.");
    return breaks("alternative-removed", `Its alternative ${quote(name)} is gone: code that uses it no longer compiles.`);
  }
  return direction === "request"
    ? adds("alternative-added", `It can be sent in one more form, ${quote(name)}.`)
    : breaks("alternative-added", `It may come in one more form, ${quote(name)}, which code that tells the others apart does not know.`);
}
