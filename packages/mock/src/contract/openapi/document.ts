export type JsonObject = Readonly<Record<string, unknown>>;

/** References must stay within the document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonObject;
  readonly paths: JsonObject;
  readonly "x-sunset-interfaces"?: readonly SunsetInterface[];
}

export interface SunsetInterface {
  readonly name: string;
  /** The date in the form `YYYY-MM-DD`. */
  readonly date: string;
  readonly replacement: string | null;
  readonly pathPrefixes: readonly string[];
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

/** @throws Error when a reference is external, does not resolve, or is circular */
export function resolve(document: OpenApiDocument, node: unknown): unknown {
  const followed = new Set<unknown>();
  let current = node;
  while (isObject(current) && typeof current["$ref"] === "string") {
    if (followed.has(current)) throw new Error(`The reference ${current["$ref"]} in the document is circular.`);
    followed.add(current);
    current = pointedAt(document, current["$ref"]);
  }
  return current;
}

// The targets of references are cached, because hundreds of responses refer to the same dozen headers.
const known = new WeakMap<OpenApiDocument, Map<string, unknown>>();

export function pointedAt(document: OpenApiDocument, reference: string): unknown {
  const targets = known.get(document) ?? new Map<string, unknown>();
  known.set(document, targets);
  if (!targets.has(reference)) targets.set(reference, follow(document, reference));
  return targets.get(reference);
}

/** Unescapes one part of a JSON pointer, as defined in RFC 6901. */
export function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

function follow(document: OpenApiDocument, reference: string): unknown {
  if (reference === "#") return document;
  if (!reference.startsWith("#/")) throw new Error(`The document is not bundled: it refers to ${reference}.`);
  let current: unknown = document;
  for (const part of reference.slice(2).split("/")) {
    const key = unescapePointer(decodeURIComponent(part));
    current = isObject(current) || Array.isArray(current) ? (current as JsonObject)[key] : undefined;
  }
  if (current === undefined) throw new Error(`The document refers to ${reference}, which does not exist.`);
  return current;
}
