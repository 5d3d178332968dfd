import type { Document, Json } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import { adds, breaks, canonical, quote, type Verdict } from "../compare/finding.ts";
import { without } from "../compare/walk.ts";

/** The parts that documents share, each by its kind and name, for example `schemas/Domain`. */
export type Part = string;

/** The verdict on a part that came, went or has another name. */
export interface NameChange {
  readonly part: Part;
  readonly verdict: Verdict;
}

/** Kinds of parts that have a name in the published types. */
const kinds = ["schemas", "responses", "parameters", "headers", "requestBodies"];

/** Which parts have another name now, and what that and the names that came and went mean. */
export function compareNames(before: Document, after: Document): { renamed: Map<Part, Part>; changes: NameChange[] } {
  const old = partsOf(before);
  const now = partsOf(after);
  const gone = [...old.keys()].filter((part) => !now.has(part));
  const come = [...now.keys()].filter((part) => !old.has(part));
  const isStable = (part: Part): boolean => old.has(part) && now.has(part);
  const renamed = new Map<Part, Part>();
  for (const part of gone) {
    const print = fingerprint(old.get(part), isStable);
    const same = come.filter((other) => kindOf(other) === kindOf(part) && fingerprint(now.get(other), isStable) === print);
    const free = same.filter((other) => ![...renamed.values()].includes(other));
    if (free[0] !== undefined) renamed.set(part, free[0]);
  }
  const newNames = [...renamed.values()];
  const changes = [
    ...gone.map((part) => ({ part: renamed.get(part) ?? part, verdict: goneVerdict(part, renamed.get(part)) })),
    ...come.filter((part) => !newNames.includes(part)).map((part) => ({ part, verdict: comeVerdict(part) })),
  ];
  return { renamed, changes };
}

/** A document in which parts have their new names, also where they are referred to. */
export function renameParts(document: Document, renamed: ReadonlyMap<Part, Part>): Document {
  if (renamed.size === 0) return document;
  const references = new Map([...renamed].map(([old, now]) => [`#/components/${old}`, `#/components/${now}`]));
  const text = JSON.stringify(document, (_key, value: unknown) => (typeof value === "string" ? (references.get(value) ?? value) : value));
  const copy = JSON.parse(text) as Document;
  const components = Object.entries(copy.components ?? {}).map(([kind, parts]) => [
    kind,
    Object.fromEntries(
      Object.entries(parts as object).map(([name, part]) => [nameOf(renamed.get(`${kind}/${name}`) ?? `${kind}/${name}`), part]),
    ),
  ]);
  return { ...copy, components: Object.fromEntries(components) as Document["components"] & object };
}

/** What the report calls a part: a schema by its name, any other by its kind, too. */
export function subjectOf(part: Part): string {
  return kindOf(part) === "schemas" ? nameOf(part) : part;
}

function nameOf(part: Part): string {
  return part.slice(part.indexOf("/") + 1);
}

function kindOf(part: Part): string {
  return part.slice(0, part.indexOf("/"));
}

function partsOf({ components = {} }: Document): Map<Part, Json> {
  return new Map(
    kinds.flatMap((kind) =>
      Object.entries((components[kind] ?? {}) as Record<string, Json>).map(([name, part]) => [`${kind}/${name}`, part] as const),
    ),
  );
}

/** What a part is apart from its texts; parts that are renamed at the same time count as one. */
function fingerprint(part: Json | undefined, isStable: (part: Part) => boolean): string {
  const shape = without(part ?? null, (keyword) => ["description", "title", "examples", "x-evidence"].includes(keyword));
  return canonical(
    JSON.parse(JSON.stringify(shape), (key, value: unknown) =>
      key === "$ref" && !isStable(String(value).slice("#/components/".length)) ? "another" : value,
    ),
  );
}

function goneVerdict(part: Part, now: Part | undefined): Verdict {
  const { type, noun } = inTypes(part);
  if (now === undefined) return breaks(`${noun}-removed`, `${type} is gone: code that imports it no longer compiles.`);
  return breaks(`${noun}-renamed`, `${type} is called ${quote(nameOf(now))} now: code that imports it by its old name no longer compiles.`);
}

function comeVerdict(part: Part): Verdict {
  const { type, noun } = inTypes(part);
  return adds(`${noun}-added`, `${type} is new.`);
}

function inTypes(part: Part): { type: string; noun: string } {
  if (kindOf(part) === "schemas") return { type: `The type ${quote(nameOf(part))}`, noun: "type" };
  return { type: `The type ${quote(`components["${kindOf(part)}"]["${nameOf(part)}"]`)}`, noun: "part" };
}

/** Whether a value of a document is a reference. */
export function referenceOf(node: Json | undefined): string | undefined {
  return isObject(node) && typeof node["$ref"] === "string" ? node["$ref"] : undefined;
}
