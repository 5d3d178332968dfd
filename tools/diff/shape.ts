import type { Document, Json } from "../bundle/document.ts";
import { isObject } from "../model/extensions.ts";
import { canonical, type Direction, isSame } from "./finding.ts";
import { referenceOf } from "./names.ts";
import { without } from "./walk.ts";

/** A schema as a map of its keywords. */
export type Keywords = Readonly<Record<string, Json>>;

/** A schema whose parts are put together: what it demands itself, and the shared parts that it keeps by name. */
export interface Flat {
  readonly keywords: Keywords;
  /** References to shared parts, for example `#/components/schemas/Domain`. */
  readonly kept: readonly string[];
  /** What contradicts what stands before it, and cannot be put together. */
  readonly left: readonly Keywords[];
}

/** Reads the schemas of one document, in the one form in which two of them are compared. */
export class Shapes {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  /** What a node refers to, along all references; itself when it refers to nothing. */
  resolve(node: Json | undefined): Json | undefined {
    const visited = new Set<string>();
    let current = node;
    for (let reference = referenceOf(current); reference !== undefined && !visited.has(reference); reference = referenceOf(current)) {
      visited.add(reference);
      current = nodeAt(this.#document, reference);
    }
    return current;
  }

  /** The shared parts that a schema is made of, by way of `$ref` and `allOf` alone. */
  partsOf(schema: Json | undefined, found: Set<string> = new Set()): Set<string> {
    const { $ref, allOf } = keywordsOf(schema);
    if (typeof $ref === "string" && !found.has($ref)) this.partsOf(nodeAt(this.#document, $ref), found.add($ref));
    for (const part of listOf(allOf)) this.partsOf(part, found);
    return found;
  }

  /** Puts together what `$ref` and `allOf` name, but for the parts that are kept. */
  flatten(schema: Json | undefined, isKept: (reference: string) => boolean, joined: Set<string> = new Set()): Flat {
    const { $ref, allOf, ...own } = keywordsOf(schema);
    let flat: Flat = { keywords: own, kept: [], left: [] };
    const parts = [...(typeof $ref === "string" ? [{ $ref }] : []), ...listOf(allOf)];
    for (const part of parts) {
      const reference = isObject(part) && Object.keys(part).length === 1 ? referenceOf(part) : undefined;
      if (reference === undefined) flat = join(flat, this.flatten(part, isKept, joined));
      else if (isKept(reference)) flat = { ...flat, kept: [...flat.kept, reference] };
      else if (!joined.has(reference)) flat = join(flat, this.flatten(nodeAt(this.#document, reference), isKept, joined.add(reference)));
    }
    return flat;
  }

  /** The same for one direction: what is only read is not sent, and what is only written does not come. */
  travelling(keywords: Keywords, direction: Direction): Keywords {
    const mark = direction === "request" ? "readOnly" : "writeOnly";
    const travels = ([, schema]: [string, Json]): boolean =>
      keywordsOf(schema)[mark] !== true && keywordsOf(this.resolve(schema))[mark] !== true;
    const { properties, required, ...others } = keywords;
    const fields = [...mapOf(properties)];
    const hidden = fields.filter((field) => !travels(field)).map(([name]) => name);
    const names = listOf(required).filter((name) => !hidden.includes(String(name)));
    return {
      ...others,
      ...(properties !== undefined && { properties: Object.fromEntries(fields.filter(travels)) }),
      ...(names.length > 0 && { required: names }),
    };
  }

  /** A text that two schemas share when they demand the same, whatever stands in parts of its own. Each part is told once. */
  print(schema: Json | undefined): string {
    const numbers = new Map<string, number>();
    const expand = (node: Json): Json => {
      const reference = referenceOf(node);
      if (reference !== undefined) {
        if (numbers.has(reference)) return numbers.get(reference) ?? 0;
        numbers.set(reference, numbers.size);
        return expand(keywordsOf(nodeAt(this.#document, reference)));
      }
      if (Array.isArray(node)) return node.map((item: Json) => expand(item));
      return isObject(node) ? Object.fromEntries(Object.entries(node).map(([key, value]) => [key, expand(value)])) : node;
    };
    return canonical(expand(keywordsOf(schema)));
  }
}

/** Keywords without texts and extensions, each told in one way: a constant is a closed set of one. */
export function keywordsOf(schema: Json | undefined): Keywords {
  if (schema === false) return { not: {} };
  if (!isObject(schema)) return {};
  const { const: constant, ...others } = without(schema, isText) as Keywords;
  const keywords = constant === undefined ? others : { enum: [constant], ...others };
  const { type, enum: values } = keywords;
  // A closed set without null has no null, whatever the types say.
  if (!Array.isArray(type) || !Array.isArray(values) || values.includes(null)) return keywords;
  const types = type.filter((one) => one !== "null");
  return { ...keywords, type: types.length === 1 ? (types[0] ?? type) : types };
}

/** What users read, and marks that are compared by themselves (marks.ts). */
function isText(keyword: string): boolean {
  return keyword.startsWith("x-") || ["description", "summary", "title", "example", "examples", "$comment"].includes(keyword);
}

function join(flat: Flat, part: Flat): Flat {
  const keywords: Record<string, Json> = { ...flat.keywords };
  const left: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(part.keywords)) {
    const own = keywords[keyword];
    if (own === undefined || isSame(own, value)) keywords[keyword] = value;
    else if (keyword === "required") keywords[keyword] = [...new Set([...listOf(own), ...listOf(value)])];
    else if (keyword === "properties") keywords[keyword] = joinFields(own, value);
    else left[keyword] = value;
  }
  const more = Object.keys(left).length === 0 ? [] : [left];
  return { keywords, kept: [...flat.kept, ...part.kept], left: [...flat.left, ...part.left, ...more] };
}

function joinFields(own: Json, more: Json): Json {
  const fields: Record<string, Json> = { ...(own as Keywords) };
  for (const [name, schema] of Object.entries(more as Keywords)) {
    const other = Object.hasOwn(fields, name) ? fields[name] : undefined;
    fields[name] = other === undefined || isSame(other, schema) ? schema : { allOf: [other, schema] };
  }
  return fields;
}

/** The members of an object, by their names. */
export function mapOf(value: Json | undefined): Map<string, Json> {
  return new Map(isObject(value) ? Object.entries(value) : []);
}

/** A list, or what stands for one. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function nodeAt(document: Document, reference: string): Json | undefined {
  const steps = reference.replace(/^#\/?/, "").split("/");
  return steps
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json | undefined>(
      (node, step) => (isObject(node) && Object.hasOwn(node, step) ? node[step] : undefined),
      document as unknown as Json,
    );
}
