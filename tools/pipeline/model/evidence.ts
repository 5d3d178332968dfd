import { escapePointer } from "@crm-platform/mock/contract";
import type { Document, Json } from "../../openapi/document.ts";
import { readExtension } from "../../openapi/extensions.ts";
import { asObject } from "../../openapi/json.ts";
import { mapsOfNames } from "../../openapi/keywords.ts";
import type { Evidence } from "./model.ts";

/** From the best evidence to none. */
export const grades = [
  { grade: "described", meaning: "stated in the platform's description" },
  { grade: "documented", meaning: "stated in the public documentation of a similar API" },
  { grade: "observed", meaning: "seen in recorded responses of a similar API, or required by several of its public clients" },
  { grade: "assumed", meaning: "this project's own decision, without evidence" },
] as const;

export function collectEvidence(document: Document): Evidence[] {
  return visit(document as unknown as Json, [], document);
}

/** Keys whose values are data, in which `x-evidence` is an ordinary field. */
const data = new Set(["example", "value", "default", "const", "enum"]);

/** @param keysAreNames whether the node is a map: a property may be called `x-evidence` */
function visit(node: Json, path: readonly string[], document: Document, keysAreNames = false): Evidence[] {
  if (typeof node !== "object" || node === null) return [];
  const mark = keysAreNames ? undefined : readExtension("x-evidence", asObject(node)["x-evidence"]);
  const own = mark === undefined ? [] : [{ pointer: pointerTo(path), place: placeOf(path, document), grade: mark.grade, note: mark.note }];
  const children = Object.entries(node).filter(([key]) => keysAreNames || !(key === "x-evidence" || data.has(key)));
  const inside = ([key, child]: [string, Json]): Evidence[] =>
    visit(child, [...path, key], document, !keysAreNames && mapsOfNames.has(key));
  return [...own, ...children.flatMap(inside)];
}

function pointerTo(path: readonly string[]): string {
  return `#/${path.map(escapePointer).join("/")}`;
}

/** Keys that are omitted from places, because they do not help the reader. */
const structure = new Set(["components", "content", "application/json", "schema", "schemas", "properties"]);

function placeOf(path: readonly string[], document: Document): string {
  const words: string[] = [];
  let node: unknown = document;
  for (const step of path) {
    node = (node as Record<string, unknown>)[step];
    const { operationId, name, in: place } = node as { operationId?: unknown; name?: unknown; in?: unknown };
    // An operationId replaces the path and the method, and a parameter's name replaces its index.
    if (typeof operationId === "string") words.splice(0, words.length, operationId);
    else if (typeof name === "string" && typeof place === "string") words.splice(-1, 1, `parameter ${name}`);
    else if (!structure.has(step)) words.push(step);
  }
  return words.join(" › ");
}
