import type { Document, Json, Schema } from "../bundle/document.ts";
import type { Resolver } from "../bundle/resolve.ts";
import { escapePointer } from "../problems.ts";
import type { EnumFacts, Limit, NamedSchema } from "./model.ts";
import { typeIdentifier, type UniqueNames } from "./names.ts";
import type { PrintedTypes } from "./types.ts";

/** The exported name of every component schema, by its key. Schemas choose before operations do. */
export function nameSchemas(document: Document, names: UniqueNames): Map<string, string> {
  const keys = Object.keys(document.components?.schemas ?? {});
  return new Map(keys.map((key) => [key, names.take(typeIdentifier(key))]));
}

export function buildSchemas(document: Document, names: ReadonlyMap<string, string>, types: PrintedTypes): NamedSchema[] {
  return Object.entries(document.components?.schemas ?? {}).map(([key, schema]) => {
    const type = types.typeAt(["components", "schemas", key]);
    return {
      key,
      name: names.get(key) ?? key,
      description: schema.description ?? "",
      deprecated: schema.deprecated === true,
      type: type?.text ?? "unknown",
      isInterface: type?.isInterface ?? false,
    };
  });
}

/** The closed sets of values, by the schema and property they belong to. */
export function buildEnums(document: Document, names: ReadonlyMap<string, string>, resolver: Resolver): EnumFacts[] {
  return Object.entries(document.components?.schemas ?? {}).flatMap(([key, schema]) =>
    ownProperties(schema).flatMap(([property, propertySchema]) => {
      const values = closedSet(resolver.resolve(propertySchema));
      return values === undefined ? [] : [{ schema: names.get(key) ?? key, property, values }];
    }),
  );
}

/** Properties declared by the schema itself or by parts written in place, not those of the schemas it refers to. */
function ownProperties(schema: Schema): [string, Schema][] {
  if (schema.$ref !== undefined) return [];
  return [...Object.entries(schema.properties ?? {}), ...(schema.allOf ?? []).flatMap(ownProperties)];
}

function closedSet(schema: Schema): readonly Json[] | undefined {
  return schema.enum ?? schema.items?.enum;
}

/**
 * The names of a body's properties when a body is one object of known properties, alone or put together by `allOf`, `oneOf`
 * or `anyOf`; `undefined` for lists, maps, scalars and anything else.
 */
export function propertyNames(schema: Schema, resolver: Resolver, depth = 0): Set<string> | undefined {
  const { properties, allOf, oneOf, anyOf, additionalProperties, type } = resolver.resolve(schema);
  if (type !== undefined && type !== "object") return undefined;
  if (typeof additionalProperties === "object" || additionalProperties === true || depth > 8) return undefined;
  const names = new Set(Object.keys(properties ?? {}));
  for (const part of [...(allOf ?? []), ...(oneOf ?? []), ...(anyOf ?? [])]) {
    const partNames = propertyNames(part, resolver, depth + 1);
    if (partNames === undefined) return undefined;
    for (const name of partNames) names.add(name);
  }
  return names.size === 0 ? undefined : names;
}

/** Whether some property of the body has to be there. With alternatives the answer is yes: one of them has to be chosen. */
export function requiresProperty(schema: Schema, resolver: Resolver): boolean {
  const { required = [], allOf = [], oneOf, anyOf } = resolver.resolve(schema);
  return required.length > 0 || oneOf !== undefined || anyOf !== undefined || allOf.some((part) => requiresProperty(part, resolver));
}

/** Whether a schema, or the one that it refers to, is of a secret. */
export function isSensitive(schema: Schema, resolver: Resolver): boolean {
  return schema["x-sensitive"] === true || resolver.resolve(schema)["x-sensitive"] === true;
}

/** The properties of a body that hold a secret, whatever the body is composed of. */
export function sensitiveProperties(schema: Schema, resolver: Resolver, depth = 0): string[] {
  if (depth > 8) return [];
  const { properties = {}, allOf = [], oneOf = [], anyOf = [] } = resolver.resolve(schema);
  const own = Object.entries(properties).filter(([, property]) => isSensitive(property, resolver));
  const parts = [...allOf, ...oneOf, ...anyOf];
  return [...own.map(([name]) => name), ...parts.flatMap((part) => sensitiveProperties(part, resolver, depth + 1))];
}

/** The limits on lists of a request body, at its top or one level down. */
export function listLimits(schema: Schema, resolver: Resolver): Limit[] {
  const { maxItems, properties = {}, allOf = [] } = resolver.resolve(schema);
  const own = maxItems === undefined ? [] : [{ pointer: "", maxItems }];
  const ofProperties = Object.entries(properties).flatMap(([name, property]) => {
    const limit = resolver.resolve(property).maxItems;
    return limit === undefined ? [] : [{ pointer: `/${escapePointer(name)}`, maxItems: limit }];
  });
  return [...own, ...ofProperties, ...allOf.flatMap((part) => listLimits(part, resolver))];
}
