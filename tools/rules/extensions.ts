import { asObject, type JsonObject } from "../openapi/json.ts";
import type { Context, Location, Visitor } from "./visitor.ts";

export interface Extension {
  readonly name: string;
  /** With a reference followed, and the place it was found at. */
  readonly value: unknown;
  readonly location: Location;
  /** The object that carries the extension, and its node type. */
  readonly owner: JsonObject;
  readonly ownerType: string;
}

/**
 * Visits every `x-` key of every object that may have extensions. A visitor of the type SpecExtension would miss those
 * Redocly knows itself (`x-codeSamples`, `x-logo`); names in a map, such as headers, are no extensions.
 */
export function visitExtensions(visit: (extension: Extension, context: Context) => void): Visitor {
  function visitKeys(keysOf: unknown, owner: JsonObject, context: Context): void {
    if (context.type.extensionsPrefix === undefined) return;
    for (const [name, raw] of Object.entries(asObject(keysOf))) {
      if (!name.startsWith("x-")) continue;
      const { node: value, location } = context.resolve(raw);
      const here = context.location.child(name);
      visit({ name, value, location: location && isReference(raw) ? location : here, owner, ownerType: context.type.name }, context);
    }
  }

  return {
    any: { enter: (node, context) => visitKeys(node, asObject(node), context) },
    // A reference may have extensions beside it; `any` sees only what it leads to.
    ref: {
      enter(reference, context) {
        const target = asObject(context.resolve(reference).node);
        visitKeys(reference, { ...target, ...asObject(reference) }, context);
      },
    },
  };
}

function isReference(value: unknown): boolean {
  return typeof asObject(value).$ref === "string";
}
