import type { Document, Operation } from "../../openapi/document.ts";
import type { Aligned } from "../documents/align.ts";
import { subjectOf } from "../documents/names.ts";
import type { Direction, Finding, Verdict } from "./finding.ts";
import { findUses, type Use } from "./uses.ts";

/** Where something is, as a finding tells it. */
export type Where = Pick<Finding, "subject" | "operations" | "directions" | "place">;

/** What concerns no operation alone. */
export const documentSubject = "document";

/** Turns steps into the aligned documents into subject, operations, directions and words. */
export function placing(aligned: Aligned): (steps: readonly string[]) => Where {
  const usesOf = findUses(aligned);
  return (steps) => {
    const [root, first = "", second = "", ...rest] = steps;
    if (root === "paths") {
      const operation = operationAt(aligned.after, first, second);
      const subject = operation?.operationId ?? `${second.toUpperCase()} ${first}`;
      return { subject, operations: [subject], directions: directionsOf(rest), place: words(rest) };
    }
    if (root === "components" && first !== "securitySchemes") {
      const part = `${first}/${second}`;
      return { subject: subjectOf(part), ...narrowed(usesOf(part), first), place: words(rest) };
    }
    return { subject: documentSubject, operations: [], directions: [], place: words(steps) };
  };
}

export function at(where: Where, verdict: Verdict): Finding {
  return { ...verdict, ...where };
}

/** A response is only ever an answer, also where a link in it names a request. */
function narrowed(use: Use, kind: string): Use {
  if (kind === "responses" || kind === "headers") return { ...use, directions: ["answer"] };
  return kind === "parameters" || kind === "requestBodies" ? { ...use, directions: ["request"] } : use;
}

function operationAt(document: Document, path: string, method: string): Operation | undefined {
  return document.paths?.[path]?.[method] as Operation | undefined;
}

function directionsOf([first]: readonly string[]): readonly Direction[] {
  if (first === "parameters" || first === "requestBody") return ["request"];
  return first === "responses" ? ["answer"] : [];
}

/** Steps that a reader of the reference does not know. */
const structure = new Set(["schema", "allOf", "additionalProperties"]);

/** A place in words, for example `body field inputs[].id` or `answer 200 field results[].archivedAt`. */
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
    else if (step === "parameters") said.push(parameterWords(left.shift() ?? ""));
    else if (Object.hasOwn(named, step)) said.push(`${named[step]} ${left.shift() ?? ""}`);
    // Our bodies have one media type; it is a place of its own where nothing follows.
    else if (step === "content") said.push(...left.splice(0, 1).filter(() => left.length === 0));
    else if (!structure.has(step) && !/^\d+$/.test(step)) said.push(step);
  }
  if (field === "") return said.join(" ");
  return [...said, field === "[]" ? "item" : `field ${field}`].join(" ");
}

/** Keywords that are followed by a name, and what that is a name of. */
const named: Readonly<Record<string, string>> = { responses: "answer", headers: "header", examples: "example" };

function parameterWords(step: string): string {
  const [place = "", ...name] = step.split(" ");
  return `${place} parameter ${name.join(" ")}`;
}
