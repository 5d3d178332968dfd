import { isObject, type OpenApiDocument } from "./document.ts";

export type SensitiveNames = ReadonlySet<string>;

const known = new WeakMap<OpenApiDocument, SensitiveNames>();

/** Returns every name that is marked `x-sensitive` anywhere, because a leak is worse than a hidden value. */
export function sensitiveNames(document: OpenApiDocument): SensitiveNames {
  const names = known.get(document);
  if (names) return names;
  const collected = new Set<string>();
  collect(document, collected);
  known.set(document, collected);
  return collected;
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
