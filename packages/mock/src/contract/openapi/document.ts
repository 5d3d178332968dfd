import { referenceKeys } from "./pointer.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** References must stay within the document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonObject;
  readonly paths: JsonObject;
  readonly "x-sunset-interfaces"?: readonly SunsetInterface[];
  readonly "x-versions"?: { readonly interfaces: Readonly<Record<string, VersionedInterface>> };
}

export interface SunsetInterface {
  readonly name: string;
  /** The date in the form `YYYY-MM-DD`. */
  readonly date: string;
  readonly replacement: string | null;
  readonly pathPrefixes: readonly string[];
}

/** An interface that has other versions than the described one. */
export interface VersionedInterface {
  /** The prefix of the described paths. */
  readonly prefix: string;
  readonly areas: readonly string[];
  /** Described paths, by other paths of the same operations that all versions accept. Both are below the prefix. */
  readonly versions: Readonly<Record<string, InterfaceVersion>>;
}

export interface InterfaceVersion {
  readonly prefix: string;
  /** Another prefix of the same paths, which clients use. */
  readonly otherPrefix?: string;
  /** The date in the form `YYYY-MM-DD`. */
  readonly ends?: string;
  readonly differences?: readonly Difference[];
}

/** One difference of a version from the described one. Pointers start at a body, and `*` stands for every item of a list. */
export interface Difference {
  readonly operations: readonly string[];
  readonly absent?: true;
  readonly absentFields?: readonly string[];
  /** The names of query parameters. */
  readonly absentParameters?: readonly string[];
  /** Values of request fields, by pointer. */
  readonly absentValues?: Readonly<Record<string, readonly string[]>>;
  /** Default values of request fields, by pointer. */
  readonly optional?: Readonly<Record<string, unknown>>;
  /** The statuses of the version, by described status. */
  readonly status?: Readonly<Record<string, string>>;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets a field even if its name is `__proto__`, because names can come from a request. */
export function setField<Value>(fields: Record<string, Value>, name: string, value: Value): void {
  if (name === "__proto__") Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  else fields[name] = value;
}

/** Returns an empty object if the key is missing. */
export function objectAt(document: OpenApiDocument, parent: JsonObject, key: string): JsonObject {
  const value = resolve(document, parent[key]);
  return isObject(value) ? value : {};
}

interface Reference {
  readonly $ref: string;
}

/** @throws Error when a reference is external, does not resolve, or is circular */
export function resolve<Value>(document: object, node: Value | Reference): Value {
  const references = new Set<unknown>();
  let current: unknown = node;
  while (isObject(current) && typeof current["$ref"] === "string") {
    if (references.has(current)) throw new Error(`The reference ${current["$ref"]} in the document is circular.`);
    references.add(current);
    current = pointedAt(document, current["$ref"]);
  }
  return current as Value;
}

/** @throws Error when the reference is external or has no target */
export function pointedAt(document: object, reference: string): unknown {
  if (reference !== "#" && !reference.startsWith("#/")) throw new Error(`The document is not bundled: it refers to ${reference}.`);
  let target: unknown = document;
  for (const key of referenceKeys(reference)) {
    const owner = typeof target === "object" && target !== null && Object.hasOwn(target, key) ? target : {};
    target = (owner as JsonObject)[key];
  }
  if (target === undefined) throw new Error(`The document refers to ${reference}, which does not exist.`);
  return target;
}
