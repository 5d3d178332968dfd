import { ProblemsError } from "../problems.ts";
import type { Document, Reference } from "./document.ts";
import { referenceKeys } from "./pointer.ts";

export class Resolver {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  /** @throws ProblemsError when a reference is unresolvable, external or circular */
  resolve<Value extends object>(value: Value | Reference): Value {
    const visited = new Set<string>();
    let current: Value | Reference = value;
    while ("$ref" in current && typeof current.$ref === "string") {
      const reference: string = current.$ref;
      if (visited.has(reference)) throw unresolved(reference, "The reference is circular.");
      visited.add(reference);
      current = this.#find(reference) as Value | Reference;
    }
    return current as Value;
  }

  #find(reference: string): object {
    if (!reference.startsWith("#/")) throw unresolved(reference, "References in a bundle must begin with #/.");
    let node: unknown = this.#document;
    for (const key of referenceKeys(reference)) {
      node = typeof node === "object" && node !== null && Object.hasOwn(node, key) ? (node as Record<string, unknown>)[key] : undefined;
    }
    if (typeof node !== "object" || node === null) throw unresolved(reference, "The target does not exist.");
    return node;
  }
}

function unresolved(reference: string, reason: string): ProblemsError {
  return new ProblemsError("bundle", [{ file: "the bundle", pointer: reference, message: `Cannot resolve the reference. ${reason}` }]);
}
