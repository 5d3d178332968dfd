import { isObject, type OpenApiDocument } from "./document.ts";

export type SensitiveNames = ReadonlySet<string>;

const cache = new WeakMap<OpenApiDocument, SensitiveNames>();

/** Returns every name that is marked `x-sensitive` anywhere, because a leak is worse than a hidden value. */
export function sensitiveNames(document: OpenApiDocument): SensitiveNames {
  const names = cache.get(document);
  if (names) return names;
  const newNames = new Set<string>();
  collect(document, newNames);
  cache.set(document, newNames);
  return newNames;
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
