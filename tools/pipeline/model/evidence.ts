import type { Document, Json } from "../../openapi/document.ts";
import { readExtension } from "../../openapi/extensions.ts";
import { asObject } from "../../openapi/json.ts";
import { escapePointer } from "../../openapi/pointer.ts";
import type { Evidence } from "./model.ts";

/** Finds every `x-evidence` mark of the document, wherever it stands, in the order of the document. */
export function collectEvidence(document: Document): Evidence[] {
  return visit(document as unknown as Json, [], document);
}

function visit(node: Json, path: readonly string[], document: Document): Evidence[] {
  if (typeof node !== "object" || node === null) return [];
  const mark = readExtension("x-evidence", asObject(node)["x-evidence"]);
  const own = mark === undefined ? [] : [{ pointer: pointerTo(path), place: placeOf(path, document), grade: mark.grade, note: mark.note }];
  const children = Object.entries(node).filter(([key]) => key !== "x-evidence");
  return [...own, ...children.flatMap(([key, child]) => visit(child as Json, [...path, key], document))];
}

function pointerTo(path: readonly string[]): string {
  return `#/${path.map(escapePointer).join("/")}`;
}

/** Steps that only the document needs. */
const structure = new Set(["components", "content", "application/json", "schema", "schemas", "properties"]);

/** The place in words that a reader of the reference knows: an operation by its id, a parameter by its name. */
function placeOf(path: readonly string[], document: Document): string {
  const words: string[] = [];
  let node: unknown = document;
  for (const step of path) {
    node = (node as Record<string, unknown>)[step];
    const { operationId, name, in: place } = node as { operationId?: unknown; name?: unknown; in?: unknown };
    // An operation stands for the path and the method that lead to it, a parameter for its number in a list.
    if (typeof operationId === "string") words.splice(0, words.length, operationId);
    else if (typeof name === "string" && typeof place === "string") words.splice(-1, 1, `parameter ${name}`);
    else if (!structure.has(step)) words.push(step);
  }
  return words.join(" › ");
}
