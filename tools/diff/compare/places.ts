import type { Aligned } from "../documents/align.ts";
import { subjectOf } from "../documents/names.ts";
import { type Difference, type Direction, effects, type Finding } from "./finding.ts";
import type { FindUse } from "./uses.ts";

/** The subject of a finding that concerns the whole document. */
export const documentSubject = "document";

export function toFinding({ steps, effect, rule, message }: Difference, useOf: FindUse): Finding {
  const verdict = { effect, rule, message };
  const [root, first = "", second = "", ...rest] = steps;
  if (root === "operation") {
    const inside = second === "" ? [] : [second, ...rest];
    return { ...verdict, subject: first, operations: [first], directions: directionsOf(second), place: words(inside) };
  }
  if (root === "components") {
    const part = `${first}/${second}`;
    return { ...verdict, subject: subjectOf(part), ...useOf(part), place: words(rest) };
  }
  return { ...verdict, subject: documentSubject, operations: [], directions: [], place: first };
}

function directionsOf(step: string): readonly Direction[] {
  if (step === "parameters" || step === "requestBody") return ["request"];
  return step === "responses" ? ["response"] : [];
}

/** Describes a place, for example `body field inputs[].id` or `response 200 field results[].archivedAt`. */
function words(steps: readonly string[]): string {
  const said: string[] = [];
  let field = "";
  const left = [...steps];
  while (left.length > 0) {
    const step = left.shift() ?? "";
    if (step === "requestBody") said.push("body");
    else if (step === "items") field += "[]";
    else if (step === "properties") field += `${field === "" ? "" : "."}${left.shift() ?? ""}`;
    else if (step === "oneOf" || step === "anyOf") field += ` (alternative ${Number(left.shift()) + 1})`;
    else if (step === "parameters") said.push((left.shift() ?? "").replace(" ", " parameter "));
    else if (step === "responses") said.push(`response ${left.shift()}`);
    else if (step === "headers") said.push(`header ${left.shift()}`);
    // A body usually has one media type, so the place names it only at the end.
    else if (step === "content") said.push(...left.splice(0, 1).filter(() => left.length === 0));
    else if (!["schema", "additionalProperties"].includes(step) && !/^\d+$/.test(step)) said.push(step);
  }
  if (field === "") return said.join(" ");
  return [...said, field === "[]" ? "item" : `field ${field}`].join(" ");
}

/** Sorts findings: operations in the order of the new document, removed operations, shared parts, the document; breaks first in each. */
export function sortFindings(findings: readonly Finding[], { pairs, added }: Aligned): Finding[] {
  const order = [...pairs.map(({ after }) => after), ...added].map(({ id }) => id);
  const rank = ({ subject, operations }: Finding): number => {
    if (subject === documentSubject) return 1_000_000;
    if (operations.length !== 1 || operations[0] !== subject) return 100_000;
    return order.includes(subject) ? order.indexOf(subject) : 10_000;
  };
  return findings.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      one.subject.localeCompare(other.subject, "en") ||
      effects.indexOf(one.effect) - effects.indexOf(other.effect),
  );
}
