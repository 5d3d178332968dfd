import type { Aligned } from "../documents/align.ts";
import { subjectOf } from "../documents/names.ts";
import { type Difference, type Direction, effects, type Finding } from "./finding.ts";
import type { FindUse } from "./uses.ts";

export const documentSubject = "document";

export function toFinding({ steps, effect, rule, message }: Difference, useOf: FindUse): Finding {
  const verdict = { effect, rule, message };
  const [root, first = "", second = "", ...rest] = steps;
  const inside = second === "" ? [] : [second, ...rest];
  if (root === "operation") {
    return { ...verdict, subject: first, operations: [first], directions: directionsOf(second), place: describePlace(inside) };
  }
  if (root === "webhook") {
    return { ...verdict, subject: first, operations: [], directions: ["response"], place: describePlace(inside) };
  }
  if (root === "components") {
    const part = `${first}/${second}`;
    return { ...verdict, subject: subjectOf(part), ...useOf(part), place: describePlace(rest) };
  }
  return { ...verdict, subject: documentSubject, operations: [], directions: [], place: first };
}

function directionsOf(step: string): readonly Direction[] {
  if (step === "parameters" || step === "requestBody") return ["request"];
  return step === "responses" ? ["response"] : [];
}

function describePlace(steps: readonly string[]): string {
  const parts: string[] = [];
  let field = "";
  const remaining = [...steps];
  while (remaining.length > 0) {
    const step = remaining.shift() ?? "";
    if (step === "requestBody") parts.push("body");
    else if (step === "items") field += "[]";
    else if (step === "properties") field += `${field === "" ? "" : "."}${remaining.shift() ?? ""}`;
    else if (step === "oneOf" || step === "anyOf") field += ` (alternative ${Number(remaining.shift()) + 1})`;
    else if (step === "parameters") parts.push((remaining.shift() ?? "").replace(" ", " parameter "));
    else if (step === "responses") parts.push(`response ${remaining.shift()}`);
    else if (step === "headers") parts.push(`header ${remaining.shift()}`);
    // A body usually has one media type, so the media type is named only at the end of a place.
    else if (step === "content") parts.push(...remaining.splice(0, 1).filter(() => remaining.length === 0));
    else if (!["schema", "additionalProperties"].includes(step) && !/^\d+$/.test(step)) parts.push(step);
  }
  if (field === "") return parts.join(" ");
  return [...parts, field === "[]" ? "item" : `field ${field}`].join(" ");
}

/** Operations come first, in the order of the new document. Within a subject, breaking changes come first. */
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
