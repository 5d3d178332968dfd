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

/**
 * The names that lead to each secret of a body, at any depth and whatever the body is composed of; the items of a list have no name.
 * A schema within itself is not entered again.
 */
export function sensitiveProperties(schema: Schema, resolver: Resolver, entered: readonly Schema[] = []): string[][] {
  if (isSensitive(schema, resolver)) return [[]];
  const resolved = resolver.resolve(schema);
  if (entered.includes(resolved)) return [];
  const { properties = {}, items, allOf = [], oneOf = [], anyOf = [] } = resolved;
  const inner = (part: Schema): string[][] => sensitiveProperties(part, resolver, [...entered, resolved]);
  const own = Object.entries(properties).flatMap(([name, property]) => inner(property).map((path) => [name, ...path]));
  return [...own, ...[...allOf, ...oneOf, ...anyOf, ...(items === undefined ? [] : [items])].flatMap(inner)];
}

/** Whether a value is an object or a list for certain, whichever alternative it follows. */
export function isStructure(schema: Schema, resolver: Resolver): boolean {
  return holds(schema, resolver, ({ type, properties }) => {
    const types = [type ?? []].flat();
    return types.length > 0 ? types.every((one) => one === "object" || one === "array") : properties !== undefined;
  });
}

/**
 * Whether something holds for every value of a schema: it does when the schema itself says so, or one part of an `allOf`, or every
 * alternative of a `oneOf` or an `anyOf`. That a value may be null instead is not looked at.
 */
export function holds(schema: Schema, resolver: Resolver, test: (schema: Schema) => boolean, entered: readonly Schema[] = []): boolean {
  const resolved = resolver.resolve(schema);
  if (entered.includes(resolved)) return false;
  const inner = (part: Schema): boolean => holds(part, resolver, test, [...entered, resolved]);
  const { allOf = [], oneOf = [], anyOf = [] } = resolved;
  const alternatives = [oneOf, anyOf].map((parts) => parts.filter((part) => resolver.resolve(part).type !== "null"));
  return test(resolved) || allOf.some(inner) || alternatives.some((parts) => parts.length > 0 && parts.every(inner));
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
