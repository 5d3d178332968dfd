/** A JSON object whose fields are not known beforehand. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** As much of an OpenAPI 3.1 document as the mock looks at. References must lead into the document itself. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonObject;
  readonly paths: JsonObject;
  readonly "x-sunset-interfaces"?: readonly SunsetInterface[];
}

/** An interface that is gone, by the `x-sunset-interfaces` of the document. */
export interface SunsetInterface {
  readonly name: string;
  /** The day it ended, `YYYY-MM-DD`. */
  readonly date: string;
  readonly replacement: string | null;
  readonly pathPrefixes: readonly string[];
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object under a key, with its reference followed; an empty object when there is none. */
export function objectAt(document: OpenApiDocument, parent: JsonObject, key: string): JsonObject {
  const value = resolve(document, parent[key]);
  return isObject(value) ? value : {};
}

/**
 * Follows `$ref` within the document to a value that is not a reference.
 * @throws Error when a reference leads out of the document, nowhere, or back to itself
 */
export function resolve(document: OpenApiDocument, node: unknown): unknown {
  const followed = new Set<unknown>();
  let current = node;
  while (isObject(current) && typeof current["$ref"] === "string") {
    if (followed.has(current)) throw new Error(`The reference ${current["$ref"]} of the document leads back to itself.`);
    followed.add(current);
    current = pointedAt(document, current["$ref"]);
  }
  return current;
}

// A document repeats its references: hundreds of responses share a dozen of headers.
const known = new WeakMap<OpenApiDocument, Map<string, unknown>>();

/** @throws Error when a reference leads out of the document, or nowhere */
export function pointedAt(document: OpenApiDocument, reference: string): unknown {
  const targets = known.get(document) ?? new Map<string, unknown>();
  known.set(document, targets);
  if (!targets.has(reference)) targets.set(reference, follow(document, reference));
  return targets.get(reference);
}

function follow(document: OpenApiDocument, reference: string): unknown {
  if (reference === "#") return document;
  if (!reference.startsWith("#/")) throw new Error(`The document is not bundled: it refers to ${reference}.`);
  let current: unknown = document;
  for (const part of reference.slice(2).split("/")) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    current = isObject(current) || Array.isArray(current) ? (current as JsonObject)[key] : undefined;
  }
  if (current === undefined) throw new Error(`The document refers to ${reference}, and nothing is there.`);
  return current;
}
