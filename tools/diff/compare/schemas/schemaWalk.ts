import type { Document, Json } from "../../../openapi/document.ts";
import { isObject } from "../../../openapi/json.ts";
import { pointerKeys } from "../../../openapi/pointer.ts";
import { isSame } from "../finding.ts";
import { pairAlternatives } from "./alternatives.ts";
import { type Change, into, type Place } from "./change.ts";
import { type Keywords, keywordsOf, listOf, mapOf } from "./keywords.ts";
import { Shapes } from "./shape.ts";

/** Keywords that are gone into, and those that say nothing of values. */
const goneInto = new Set(
  "properties items prefixItems additionalProperties oneOf anyOf readOnly writeOnly $schema $id $anchor $defs".split(" "),
);

/** Compares what stands at a place before and after. */
export type Compare = (old: Json | undefined, now: Json | undefined, place: Place) => void;

/**
 * Walks along two schemas at once, by names: a field is compared with the one of its name, a shared part with itself, once for each
 * way that it travels. Whatever else is referred to is compared at the place that refers to it.
 */
export class SchemaWalk {
  readonly #changes: Change[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #before: Shapes;
  readonly #after: Shapes;
  readonly #seen = new Set<string>();

  constructor(before: Document, after: Document) {
    this.#before = new Shapes(before);
    this.#after = new Shapes(after);
  }

  /** What both sides refer to by the same name is compared once, and at its own place. */
  part(reference: string, { direction }: Place, compare: Compare): void {
    const key = `${reference} ${direction}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const place = { steps: pointerKeys(reference), direction };
    this.#waiting.push(() => compare(this.#before.at(reference), this.#after.at(reference), place));
  }

  /** Compares the parts that were met, and those that they lead to: one after the other, however deep they lie in each other. */
  finish(): readonly Change[] {
    for (let work = this.#waiting.pop(); work !== undefined; work = this.#waiting.pop()) work();
    return this.#changes;
  }

  resolve(old: Json | undefined, now: Json | undefined): [Json | undefined, Json | undefined] {
    return [this.#before.resolve(old), this.#after.resolve(now)];
  }

  /** @param exchanged within a reference that was exchanged for another: the pairs that were compared there already */
  schema(old: Json | undefined, now: Json | undefined, place: Place, exchanged?: Set<string>): void {
    if (old === undefined && now === undefined) return;
    const [oldParts, parts] = [this.#before.partsOf(old), this.#after.partsOf(now)];
    const isKept = (reference: string): boolean => oldParts.has(reference) && parts.has(reference);
    let inner = exchanged;
    if ([...oldParts, ...parts].some((reference) => !isKept(reference))) {
      // Both lead on to their own parts, and may come back to themselves: each pair once, for each exchange.
      const pair = JSON.stringify([old, now]);
      if (exchanged?.has(pair)) return;
      inner = (exchanged ?? new Set()).add(pair);
    }
    const [before, after] = [this.#before.flatten(old, isKept), this.#after.flatten(now, isKept)];
    for (const reference of new Set([...before.kept, ...after.kept])) {
      this.part(reference, place, (one, other, at) => this.schema(one, other, at));
    }
    const left = Math.max(before.left.length, after.left.length);
    for (let index = 0; index < left; index += 1) this.schema(before.left[index], after.left[index], place, inner);
    const oldKeywords = this.#before.travelling(this.#before.completed(before, after.keywords), place.direction);
    const nowKeywords = this.#after.travelling(this.#after.completed(after, before.keywords), place.direction);
    if (this.#alternatives([old, now], [oldKeywords, nowKeywords], place, inner)) return;
    this.#fields(oldKeywords, nowKeywords, place, inner);
    this.#otherFields(oldKeywords["additionalProperties"], nowKeywords["additionalProperties"], place, inner);
    this.#items(oldKeywords, nowKeywords, place, inner);
    this.#member("readOnly", oldKeywords["readOnly"] === true, nowKeywords["readOnly"] === true, place);
    this.#others(oldKeywords, nowKeywords, place);
  }

  #fields(old: Keywords, now: Keywords, place: Place, exchanged: Set<string> | undefined): void {
    const [before, after] = [mapOf(old["properties"]), mapOf(now["properties"])];
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const at = into(place, "properties", name);
      const [one, other] = [before.get(name), after.get(name)];
      if (one !== undefined && other !== undefined) this.schema(one, other, at, exchanged);
      else this.#changes.push({ ...at, of: "field", kind: one === undefined ? "added" : "removed", old: one, now: other });
    }
  }

  /** Fields that are not described: nothing said, none (`false`), or any, of one form or of all (`true`). */
  #otherFields(old: Json | undefined, now: Json | undefined, place: Place, exchanged: Set<string> | undefined): void {
    const [one, other] = [old, now].map((value) => (isObject(value) && Object.keys(keywordsOf(value)).length === 0 ? true : value));
    const areAny = [one, other].every((value) => value === true || isObject(value));
    if (areAny) this.schema(one, other, into(place, "additionalProperties"), exchanged);
    else this.#member("additionalProperties", one, other, place);
  }

  #items(old: Keywords, now: Keywords, place: Place, exchanged: Set<string> | undefined): void {
    this.schema(old["items"], now["items"], into(place, "items"), exchanged);
    const [tuple, tupleNow] = [listOf(old["prefixItems"]), listOf(now["prefixItems"])];
    this.#member("prefixItems", tuple.length, tupleNow.length, place);
    for (let index = 0; index < Math.min(tuple.length, tupleNow.length); index += 1) {
      this.schema(tuple[index], tupleNow[index], into(place, "prefixItems", String(index)), exchanged);
    }
  }

  /** What is a value itself. */
  #others(old: Keywords, now: Keywords, place: Place): void {
    for (const keyword of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (!goneInto.has(keyword)) this.#member(keyword, old[keyword], now[keyword], place);
    }
  }

  /** Compares what is one of several forms. Resolves to whether that was all: one side was one form, and is compared as that. */
  #alternatives(
    [old, now]: readonly [Json | undefined, Json | undefined],
    [before, after]: readonly [Keywords, Keywords],
    place: Place,
    exchanged: Set<string> | undefined,
  ): boolean {
    const [one, other] = [alternativesOf(before), alternativesOf(after)];
    const keyword = other?.keyword ?? one?.keyword;
    if (keyword === undefined) return false;
    const isOneForm = one === undefined || other === undefined;
    // What may be anything has no forms; and one list beside another is a demand of its own.
    const isOpen = isOneForm && Object.keys(one === undefined ? before : after).length === 0;
    this.#member("anyOf", secondOf(before), secondOf(after), place);
    if (isOpen) {
      this.#member(keyword, one?.list, other?.list, place);
      return true;
    }
    if (isOneForm && !standAlone(one === undefined ? after : before)) {
      this.#member(keyword, one?.list, other?.list, place);
      return false;
    }
    if (!isOneForm) this.#member("alternatives", one.keyword, other.keyword, place);
    const lists = [one?.list ?? formsOf(old, before), other?.list ?? formsOf(now, after)] as const;
    for (const { index, old: oldForm, now: form } of pairAlternatives(lists, [this.#before, this.#after])) {
      const at = into(place, keyword, String(index));
      if (oldForm !== undefined && form !== undefined) this.schema(oldForm, form, at, exchanged);
      else this.#changes.push({ ...at, of: "alternative", kind: oldForm === undefined ? "added" : "removed", old: oldForm, now: form });
    }
    return isOneForm;
  }

  #member(member: string, old: Json | undefined, now: Json | undefined, place: Place): void {
    if (isSame(old, now)) return;
    this.#changes.push({ ...place, of: "schema", kind: "modified", member, old, now });
  }
}

function alternativesOf(keywords: Keywords): { keyword: "oneOf" | "anyOf"; list: Json[] } | undefined {
  const keyword = keywords["oneOf"] === undefined ? "anyOf" : "oneOf";
  return Array.isArray(keywords[keyword]) ? { keyword, list: keywords[keyword] as Json[] } : undefined;
}

/** Whether a schema is its alternatives and nothing else. */
function standAlone(keywords: Keywords): boolean {
  return Object.keys(keywords).every((keyword) => ["oneOf", "anyOf", "discriminator", "type"].includes(keyword));
}

/** The second of two lists of alternatives. */
function secondOf({ oneOf, anyOf }: Keywords): Json | undefined {
  return oneOf === undefined ? undefined : anyOf;
}

/** A schema without alternatives as a list of them: null is one of its own. */
function formsOf(schema: Json | undefined, keywords: Keywords): readonly Json[] {
  const { type, enum: values, ...others } = keywords;
  if (!Array.isArray(type) || !type.includes("null")) return [schema ?? {}];
  const types = type.filter((one) => one !== "null");
  const rest = { ...others, ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }) };
  return [{ ...rest, type: types.length === 1 ? (types[0] ?? "null") : types }, { type: "null" }];
}
