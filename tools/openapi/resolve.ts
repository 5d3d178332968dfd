import { ProblemsError } from "../problems.ts";
import type { Document, Json, Reference } from "./document.ts";
import { asObject, isObject } from "./json.ts";
import { referenceKeys } from "./pointer.ts";

/** @throws ProblemsError when a reference is unresolvable, external or circular */
export function resolve<Value>(document: Document, value: Value | Reference): Value {
  const visited = new Set<string>();
  let current: unknown = value;
  while (isObject(current) && typeof current["$ref"] === "string") {
    const reference = current["$ref"];
    if (visited.has(reference)) throw unresolved(reference, "The reference is circular.");
    visited.add(reference);
    current = lookUp(document, reference);
  }
  return current as Value;
}

/** @throws ProblemsError when the reference is external or has no target */
export function lookUp(document: Document, reference: string): { readonly [key: string]: Json } {
  if (!reference.startsWith("#/")) throw unresolved(reference, "References in a bundle must begin with #/.");
  let node: unknown = document;
  for (const key of referenceKeys(reference)) {
    // A pointer can lead through a list.
    node = typeof node === "object" && node !== null && Object.hasOwn(node, key) ? (node as Record<string, unknown>)[key] : undefined;
  }
  if (!isObject(node)) throw unresolved(reference, "The target does not exist.");
  return node as { readonly [key: string]: Json };
}

/** Returns the components to which a part of the document refers, directly or indirectly, for example `schemas/Domain`. */
export function componentsBelow({ components = {} }: Document, node: object): ReadonlySet<string> {
  const found = new Set(referencesIn(node));
  // Iterating a set visits elements that are added during the iteration.
  for (const component of found) {
    const [kind = "", name = ""] = component.split("/");
    for (const next of referencesIn(asObject(components[kind])[name])) found.add(next);
  }
  return found;
}

function referencesIn(node: unknown): string[] {
  const references = JSON.stringify(node ?? null).matchAll(/"#\/components\/([^"/]+\/[^"/]+)"/g);
  return Array.from(references, ([, component = ""]) => component);
}

function unresolved(reference: string, reason: string): ProblemsError {
  return new ProblemsError("bundle", [{ file: "the bundle", pointer: reference, message: `Cannot resolve the reference. ${reason}` }]);
}
