import { isObject, type OpenApiDocument } from "./document.ts";

/** The names of all fields that hold secrets somewhere in the document. */
export type SensitiveNames = ReadonlySet<string>;

/**
 * Collects the names of properties and parameters marked `x-sensitive`. A name that is secret in one place counts as
 * secret in all: a value left out of an error message costs little, one that leaks costs much.
 */
export function sensitiveNames(document: OpenApiDocument): SensitiveNames {
  const names = new Set<string>();
  collect(document, names);
  return names;
}

function collect(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) {
    for (const item of node) collect(item, names);
    return;
  }
  if (!isObject(node)) return;
  if (node["x-sensitive"] === true && typeof node["name"] === "string") names.add(node["name"]);
  for (const [key, value] of Object.entries(node)) {
    if (isObject(value) && value["x-sensitive"] === true) names.add(key);
    collect(value, names);
  }
}
