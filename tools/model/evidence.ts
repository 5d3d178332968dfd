import type { Document, Json } from "../bundle/document.ts";
import { escapePointer } from "../problems.ts";
import { type Evidence, isObject } from "./extensions.ts";

/** Finds every `x-evidence` mark of the document, wherever it stands, in the order of the document. */
export function collectEvidence(document: Document): Evidence[] {
  return visit(document as unknown as Json, []);
}

function visit(node: Json, path: readonly string[]): Evidence[] {
  if (typeof node !== "object" || node === null) return [];
  const mark = isObject(node) ? node["x-evidence"] : undefined;
  const own = isObject(mark) ? [{ pointer: pointerTo(path), place: nameOf(path), grade: String(mark["grade"]), note: String(mark["note"]) }] : [];
  const children = Object.entries(node).filter(([key]) => key !== "x-evidence");
  return [...own, ...children.flatMap(([key, child]) => visit(child as Json, [...path, key]))];
}

function pointerTo(path: readonly string[]): string {
  return `#/${path.map(escapePointer).join("/")}`;
}

/** Structural words that say nothing to a reader. */
const silent = new Set(["components", "paths", "content", "application/json", "schema", "properties", "schemas"]);

function nameOf(path: readonly string[]): string {
  return path.filter((step) => !silent.has(step)).join(" › ");
}
