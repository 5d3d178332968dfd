import type { Document, Json } from "../bundle/document.ts";
import { isObject } from "../model/extensions.ts";
import { pairAlternatives } from "./alternatives.ts";
import { type Change, into, type Place } from "./change.ts";
import { isSame } from "./finding.ts";
import { type Keywords, keywordsOf, listOf, Shapes } from "./shape.ts";

/** Keywords that are gone into, or compared as a whole by rules of their own. */
const structural = new Set(
  "properties items prefixItems additionalProperties oneOf anyOf discriminator readOnly writeOnly $schema $id $anchor $defs".split(" "),
);

/**
 * Walks along two schemas at once, by names: a field is compared with the one of its name, a shared part with itself, once for each
 * way that it travels. Whatever else is referred to is compared at the place that refers to it.
 */
export class SchemaWalk {
  readonly changes: Change[] = [];
  readonly #before: Shapes;
  readonly #after: Shapes;
  readonly #seen = new Set<string>();

  constructor(before: Document, after: Document) {
    this.#before = new Shapes(before);
    this.#after = new Shapes(after);
  }

  /** What both sides refer to by the same name is compared once, and at its own place. */
  part(reference: string, { direction }: Place, compare: (old: Json | undefined, now: Json | undefined, place: Place) => void): void {
    const key = `${reference} ${direction}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const steps = reference.slice("#/".length).split("/");
    const place = { steps: steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")), direction };
    compare(this.#before.resolve({ $ref: reference }), this.#after.resolve({ $ref: reference }), place);
  }

  resolve(old: Json | undefined, now: Json | undefined): [Json | undefined, Json | undefined] {
    return [this.#before.resolve(old), this.#after.resolve(now)];
  }

  /** @param open the pairs that this one is in: recursive schemas come back to one of them */
  schema(old: Json | undefined, now: Json | undefined, place: Place, open: readonly string[] = []): void {
    const pair = JSON.stringify([old, now]);
    if (open.includes(pair)) return;
    const inner = [...open, pair];
    const [oldParts, parts] = [this.#before.partsOf(old), this.#after.partsOf(now)];
    const isKept = (reference: string): boolean => oldParts.has(reference) && parts.has(reference);
    const [before, after] = [this.#before.flatten(old, isKept), this.#after.flatten(now, isKept)];
    for (const reference of new Set([...before.kept, ...after.kept])) {
      this.part(reference, place, (one, other, at) => this.schema(one, other, at));
    }
    const left = Math.max(before.left.length, after.left.length);
    for (let index = 0; index < left; index += 1) this.schema(before.left[index], after.left[index], place, inner);
    const isApart = this.#alternatives([old, now], [before.keywords, after.keywords], place, inner);
    if (!isApart) this.#keywords(before.keywords, after.keywords, place, inner);
  }

  #keywords(old: Keywords, now: Keywords, place: Place, open: readonly string[]): void {
    this.#fields(old, now, place, open);
    this.#items(old, now, place, open);
    this.#otherFields(old["additionalProperties"], now["additionalProperties"], place, open);
    this.#member("discriminator", old["discriminator"], now["discriminator"], place);
    this.#member("readOnly", old["readOnly"] === true, now["readOnly"] === true, place);
    const [hidden, hiddenNow] = [this.#hidden(this.#before, old, place), this.#hidden(this.#after, now, place)];
    for (const keyword of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (structural.has(keyword)) continue;
      const isRequired = keyword === "required";
      const one = isRequired ? listOf(old[keyword]).filter((name) => !hidden.includes(String(name))) : old[keyword];
      const other = isRequired ? listOf(now[keyword]).filter((name) => !hiddenNow.includes(String(name))) : now[keyword];
      this.#member(keyword, one, other, place);
    }
  }

  #fields(old: Keywords, now: Keywords, place: Place, open: readonly string[]): void {
    const [before, after] = [this.#travelling(this.#before, old, place), this.#travelling(this.#after, now, place)];
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const at = into(place, "properties", name);
      const [one, other] = [before.get(name), after.get(name)];
      if (one === undefined) this.changes.push({ ...at, of: "field", kind: "added", ...present({ now: other }) });
      else if (other === undefined) this.changes.push({ ...at, of: "field", kind: "removed", old: one });
      else this.schema(one, other, at, open);
    }
  }

  /** The fields that travel this way: what is only read is not sent, and what is only written does not come. */
  #travelling(shapes: Shapes, keywords: Keywords, place: Place): Map<string, Json> {
    const { properties } = keywords;
    const hidden = this.#hidden(shapes, keywords, place);
    return new Map(isObject(properties) ? Object.entries(properties).filter(([name]) => !hidden.includes(name)) : []);
  }

  #hidden(shapes: Shapes, { properties }: Keywords, { direction }: Place): string[] {
    const mark = direction === "request" ? "readOnly" : "writeOnly";
    const isHidden = (schema: Json): boolean => keywordsOf(schema)[mark] === true || keywordsOf(shapes.resolve(schema))[mark] === true;
    return isObject(properties) ? Object.keys(properties).filter((name) => isHidden(properties[name] ?? null)) : [];
  }

  #items(old: Keywords, now: Keywords, place: Place, open: readonly string[]): void {
    const [items, itemsNow] = [old["items"], now["items"]];
    if (items !== undefined && itemsNow !== undefined) this.schema(items, itemsNow, into(place, "items"), open);
    else this.#member("items", items, itemsNow, place);
    const [tuple, tupleNow] = [listOf(old["prefixItems"]), listOf(now["prefixItems"])];
    if (tuple.length !== tupleNow.length) this.#member("prefixItems", tuple.length, tupleNow.length, place);
    for (let index = 0; index < Math.min(tuple.length, tupleNow.length); index += 1) {
      this.schema(tuple[index], tupleNow[index], into(place, "prefixItems", String(index)), open);
    }
  }

  #otherFields(old: Json | undefined, now: Json | undefined, place: Place, open: readonly string[]): void {
    if (isObject(old) && isObject(now)) this.schema(old, now, into(place, "additionalProperties"), open);
    else this.#member("additionalProperties", old, now, place);
  }

  /** Compares what is one of several. Resolves to whether that was all: nothing stands beside the alternatives. */
  #alternatives(
    [old, now]: readonly [Json | undefined, Json | undefined],
    [before, after]: readonly [Keywords, Keywords],
    place: Place,
    open: readonly string[],
  ): boolean {
    const [one, other] = [alternativesOf(before), alternativesOf(after)];
    if (one === undefined && other === undefined) return false;
    const keyword = other?.keyword ?? one?.keyword ?? "oneOf";
    const isAlone = one === undefined || other === undefined;
    // One form became one of several, or the other way round.
    if (isAlone && !stand(isAlone && one === undefined ? after : before)) {
      this.#member(keyword, one?.list as Json | undefined, other?.list as Json | undefined, place);
      return false;
    }
    if (one !== undefined && other !== undefined && one.keyword !== other.keyword)
      this.#member("alternatives", one.keyword, other.keyword, place);
    const lists = [one?.list ?? formsOf(old, before), other?.list ?? formsOf(now, after)] as const;
    const pairs = pairAlternatives(lists, [this.#before, this.#after]);
    for (const [index, [oldForm, form]] of pairs.entries()) {
      const at = into(place, keyword, String(index));
      if (oldForm === undefined) this.changes.push({ ...at, of: "alternative", kind: "added", member: keyword, ...present({ now: form }) });
      else if (form === undefined) this.changes.push({ ...at, of: "alternative", kind: "removed", member: keyword, old: oldForm });
      else this.schema(oldForm, form, at, open);
    }
    return isAlone;
  }

  #member(member: string, old: Json | undefined, now: Json | undefined, place: Place): void {
    if (isSame(old, now)) return;
    this.changes.push({ ...place, of: "schema", kind: "modified", member, ...present({ old, now }) });
  }
}

function alternativesOf(keywords: Keywords): { keyword: "oneOf" | "anyOf"; list: readonly Json[] } | undefined {
  const keyword = keywords["oneOf"] === undefined ? "anyOf" : "oneOf";
  return Array.isArray(keywords[keyword]) ? { keyword, list: keywords[keyword] as readonly Json[] } : undefined;
}

/** Whether a schema is its alternatives and nothing else. */
function stand(keywords: Keywords): boolean {
  return Object.keys(keywords).every((keyword) => ["oneOf", "anyOf", "discriminator", "type"].includes(keyword));
}

/** A schema without alternatives as a list of them: one for each of its types. */
function formsOf(schema: Json | undefined, keywords: Keywords): readonly Json[] {
  const { type, ...others } = keywords;
  if (!Array.isArray(type) || Object.keys(others).length > 0) return [schema ?? {}];
  return type.map((one) => ({ type: one as Json }));
}

/** Without the members that are not there. */
function present(members: Readonly<Record<"old" | "now", Json | undefined>> | Readonly<Record<"now", Json | undefined>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
