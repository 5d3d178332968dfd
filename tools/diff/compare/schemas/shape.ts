import type { Document, Json } from "../../../openapi/document.ts";
import { isObject } from "../../../openapi/json.ts";
import { referenceKeys } from "../../../openapi/pointer.ts";
import { referenceOf } from "../../documents/names.ts";
import { canonical, type Direction, isSame } from "../finding.ts";
import { type Keywords, keywordsOf, listOf, mapOf } from "./keywords.ts";

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

  /** What stands at a reference itself, which may refer to something else. */
  at(reference: string): Json | undefined {
    return nodeAt(this.#document, reference);
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

  /**
   * What a schema demands, with what the parts that it keeps demand of the same as another one: a field that moved into a part, or
   * out of it, is there all the same.
   */
  completed({ keywords, kept }: Flat, other: Keywords): Keywords {
    if (kept.length === 0) return keywords;
    const { keywords: inherited } = this.flatten({ allOf: kept.map(($ref) => ({ $ref })) }, () => false);
    const own = new Map(Object.entries(keywords));
    for (const [keyword, value] of Object.entries(other)) {
      const above = inherited[keyword];
      if (above === undefined) continue;
      if (keyword === "properties") own.set(keyword, Object.fromEntries([...named(above, mapOf(value)), ...mapOf(own.get(keyword))]));
      else if (keyword === "required")
        own.set(
          keyword,
          union(
            own.get(keyword),
            listOf(above).filter((name) => listOf(value).includes(name)),
          ),
        );
      else if (!own.has(keyword)) own.set(keyword, above);
    }
    return Object.fromEntries(own);
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

function join(flat: Flat, part: Flat): Flat {
  const keywords = new Map(Object.entries(flat.keywords));
  const left: [string, Json][] = [];
  for (const [keyword, value] of Object.entries(part.keywords)) {
    const own = keywords.get(keyword);
    if (own === undefined || isSame(own, value)) keywords.set(keyword, value);
    else if (keyword === "required") keywords.set(keyword, union(own, value));
    else if (keyword === "properties") keywords.set(keyword, joinFields(own, value));
    else left.push([keyword, value]);
  }
  const more = left.length === 0 ? [] : [Object.fromEntries(left)];
  return { keywords: Object.fromEntries(keywords), kept: [...flat.kept, ...part.kept], left: [...flat.left, ...part.left, ...more] };
}

function joinFields(own: Json, more: Json): Json {
  const fields = mapOf(own);
  for (const [name, schema] of mapOf(more)) {
    const other = fields.get(name);
    fields.set(name, other === undefined || isSame(other, schema) ? schema : { allOf: [other, schema] });
  }
  return Object.fromEntries(fields);
}

/** The members of an object that another one names, too. */
function named(value: Json, other: ReadonlyMap<string, Json>): [string, Json][] {
  return [...mapOf(value)].filter(([name]) => other.has(name));
}

/** The items of two lists, each once, in one order. */
function union(one: Json | undefined, other: Json | undefined): Json[] {
  return [...new Set([...listOf(one), ...listOf(other)])].sort();
}

function nodeAt(document: Document, reference: string): Json | undefined {
  return referenceKeys(reference).reduce<Json | undefined>(
    (node, key) => (isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined),
    document as unknown as Json,
  );
}
