import type { Document, Json } from "../../openapi/document.ts";
import { canonical, mapOf, without } from "../json.ts";

/** A part that operations share, by its kind and name, for example `schemas/Domain`. */
export type Part = string;

/** Kinds of parts that have a name in the published types. */
export const partKinds = ["schemas", "responses", "parameters", "headers", "requestBodies"] as const;

/** Which parts were renamed, removed and added, by their new names where they have one. */
export interface PartNames {
  readonly renamed: ReadonlyMap<Part, Part>;
  readonly removed: readonly Part[];
  readonly added: readonly Part[];
}

/** Compares the names. A part counts as renamed when the new document has the same part under a name that the old one lacks. */
export function alignNames(before: Document, after: Document): PartNames {
  const old = partsOf(before);
  const now = partsOf(after);
  const gone = [...old.keys()].filter((part) => !now.has(part));
  const come = [...now.keys()].filter((part) => !old.has(part));
  const isStable = (part: Part): boolean => old.has(part) && now.has(part);
  const renamed = new Map<Part, Part>();
  for (const part of gone) {
    const print = fingerprint(old.get(part), isStable);
    const taken = [...renamed.values()];
    const same = come.find(
      (other) => !taken.includes(other) && kindOf(other) === kindOf(part) && fingerprint(now.get(other), isStable) === print,
    );
    if (same !== undefined) renamed.set(part, same);
  }
  const newNames = [...renamed.values()];
  return {
    renamed,
    removed: gone.filter((part) => !renamed.has(part)),
    added: come.filter((part) => !newNames.includes(part)),
  };
}

/** A document in which parts have their new names, also where they are referred to. */
export function renameParts(document: Document, renamed: ReadonlyMap<Part, Part>): Document {
  if (renamed.size === 0) return document;
  const references = new Map([...renamed].map(([old, now]) => [`#/components/${old}`, `#/components/${now}`]));
  const text = JSON.stringify(document, (_key, value: unknown) => (typeof value === "string" ? (references.get(value) ?? value) : value));
  const copy = JSON.parse(text) as Document;
  const components = Object.entries(copy.components ?? {}).map(([kind, parts]) => [
    kind,
    Object.fromEntries([...mapOf(parts)].map(([name, part]) => [nameOf(renamed.get(`${kind}/${name}`) ?? `${kind}/${name}`), part])),
  ]);
  return { ...copy, components: Object.fromEntries(components) as Document["components"] & object };
}

/** What a report calls a part: a schema by its name, any other part by its kind, too. */
export function subjectOf(part: Part): string {
  return kindOf(part) === "schemas" ? nameOf(part) : part;
}

export function nameOf(part: Part): string {
  return part.slice(part.indexOf("/") + 1);
}

export function kindOf(part: Part): string {
  return part.slice(0, part.indexOf("/"));
}

function partsOf({ components = {} }: Document): Map<Part, Json> {
  return new Map(partKinds.flatMap((kind) => [...mapOf(components[kind])].map(([name, part]) => [`${kind}/${name}`, part] as const)));
}

/** A part without its texts. Parts that are renamed at the same time count as one, so that they may refer to each other. */
function fingerprint(part: Json | undefined, isStable: (part: Part) => boolean): string {
  const shape = without(part ?? null, (keyword) => ["description", "title", "examples", "x-evidence"].includes(keyword));
  return canonical(
    JSON.parse(JSON.stringify(shape), (key, value: unknown) =>
      key === "$ref" && !isStable(String(value).slice("#/components/".length)) ? "another" : value,
    ),
  );
}
