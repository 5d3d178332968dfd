import type { Document, Json, Schema } from "../../openapi/document.ts";
import { escapePointer } from "../../openapi/pointer.ts";
import type { Resolver } from "../../openapi/resolve.ts";
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
export function propertyNames(schema: Schema, resolver: Resolver): Set<string> | undefined {
  const partsOf = ({ allOf = [], oneOf = [], anyOf = [] }: Schema): Schema[] =>
    [...allOf, ...oneOf, ...anyOf].map((part) => resolver.resolve(part));
  const parts = reachableFrom(resolver.resolve(schema), partsOf);
  const isClosed = (part: Schema): boolean =>
    (part.type === undefined || part.type === "object") &&
    (part.additionalProperties === undefined || part.additionalProperties === false) &&
    Object.keys(part.properties ?? {}).length + partsOf(part).length > 0;
  const names = new Set(parts.flatMap(({ properties = {} }) => Object.keys(properties)));
  return names.size > 0 && parts.every(isClosed) ? names : undefined;
}

/** Whether some property of the body has to be there. With alternatives the answer is yes: one of them has to be chosen. */
export function requiresProperty(schema: Schema, resolver: Resolver): boolean {
  return composedOf(schema, resolver).some(({ required = [], oneOf, anyOf }) => required.length > 0 || (oneOf ?? anyOf) !== undefined);
}

/** A schema and the parts that its `allOf` adds, at any depth, each of them once. */
export function composedOf(schema: Schema, resolver: Resolver): readonly Schema[] {
  return reachableFrom(resolver.resolve(schema), ({ allOf = [] }) => allOf.map((part) => resolver.resolve(part)));
}

/** Whether a schema, or the one that it refers to, is of a secret. */
export function isSensitive(schema: Schema, resolver: Resolver): boolean {
  return schema["x-sensitive"] === true || resolver.resolve(schema)["x-sensitive"] === true;
}

/**
 * The names of the properties that hold a secret, at any depth of a body; an empty name when the body itself is one. The items of a
 * list and the parts of a composed schema go by the name of their property. Each schema is entered once for each name, so the time
 * grows with the document and not with the number of ways through it.
 */
export function sensitiveProperties(schema: Schema, resolver: Resolver): string[] {
  const names = new Set<string>();
  const entered = new Map<Schema, Set<string>>();
  const enter = (part: Schema, name: string): void => {
    if (isSensitive(part, resolver)) return void names.add(name);
    const resolved = resolver.resolve(part);
    const enteredAs = entered.get(resolved) ?? new Set();
    if (enteredAs.has(name)) return;
    const { properties = {}, items, additionalProperties, allOf = [], oneOf = [], anyOf = [] } = resolved;
    if (enteredAs.size === 0) pending.push(...Object.entries(properties).map(([property, value]) => [value, property] as const));
    entered.set(resolved, enteredAs.add(name));
    const unnamed = [items, additionalProperties].filter((one) => typeof one === "object");
    pending.push(...[...allOf, ...oneOf, ...anyOf, ...unnamed].map((one) => [one, name] as const));
  };
  // A list instead of recursion: chains of references may be longer than the stack.
  const pending: (readonly [Schema, string])[] = [[schema, ""]];
  for (const [part, name] of pending) enter(part, name);
  return [...names];
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
export function holds(schema: Schema, resolver: Resolver, test: (schema: Schema) => boolean): boolean {
  const partsOf = (parts: readonly Schema[] = []): readonly Schema[] => parts.map((part) => resolver.resolve(part));
  const alternativesOf = (parts: readonly Schema[] | undefined): readonly Schema[] => partsOf(parts).filter(({ type }) => type !== "null");
  const start = resolver.resolve(schema);
  const all = reachableFrom(start, ({ allOf, oneOf, anyOf }) => [allOf, oneOf, anyOf].flatMap(partsOf));
  const holding = new Set(all.filter(test));
  const follows = ({ allOf, oneOf, anyOf }: Schema): boolean =>
    partsOf(allOf).some((part) => holding.has(part)) ||
    [oneOf, anyOf].map(alternativesOf).some((parts) => parts.length > 0 && parts.every((part) => holding.has(part)));
  // Schemas may refer to each other in circles, so this goes on until a round adds nothing.
  for (let known = -1; known < holding.size; ) {
    known = holding.size;
    for (const part of all) if (follows(part)) holding.add(part);
  }
  return holding.has(start);
}

/** The limits on lists of a request body, at its top or one level down. */
export function listLimits(schema: Schema, resolver: Resolver): Limit[] {
  return composedOf(schema, resolver).flatMap(({ maxItems, properties = {} }) => {
    const own = maxItems === undefined ? [] : [{ pointer: "", maxItems }];
    const ofProperties = Object.entries(properties).flatMap(([name, property]) => {
      const limit = resolver.resolve(property).maxItems;
      return limit === undefined ? [] : [{ pointer: `/${escapePointer(name)}`, maxItems: limit }];
    });
    return [...own, ...ofProperties];
  });
}

/** A schema and every schema that `next` leads to, each of them once, however often they refer to each other. */
function reachableFrom(schema: Schema, next: (schema: Schema) => readonly Schema[]): readonly Schema[] {
  const found = new Set([schema]);
  // A set yields what is added while it is walked.
  for (const one of found) for (const other of next(one)) found.add(other);
  return [...found];
}
