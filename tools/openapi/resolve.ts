import { pointedAt } from "@crm-platform/mock/contract";
import type { Document, Json } from "./document.ts";
import { asObject } from "./json.ts";

export { resolve } from "@crm-platform/mock/contract";

/** @throws Error when the reference is external or has no target */
export function lookUp(document: Document, reference: string): { readonly [key: string]: Json } {
  return pointedAt(document, reference) as { readonly [key: string]: Json };
}

/** Returns the components to which a part of the document refers, directly or indirectly, for example `schemas/Domain`. */
export function componentsBelow({ components = {} }: Document, node: object): ReadonlySet<string> {
  const references = new Set(referencesIn(node));
  // Iterating a set visits elements that are added during the iteration.
  for (const component of references) {
    const [kind = "", name = ""] = component.split("/");
    for (const next of referencesIn(asObject(components[kind])[name])) references.add(next);
  }
  return references;
}

function referencesIn(node: unknown): string[] {
  const references = JSON.stringify(node ?? null).matchAll(/"#\/components\/([^"/]+\/[^"/]+)"/g);
  return Array.from(references, ([, component = ""]) => component);
}
