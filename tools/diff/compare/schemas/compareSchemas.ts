import type { Document, Json } from "../../../openapi/document.ts";
import { isObject } from "../../../openapi/json.ts";
import { isSame, pairNames } from "../../json.ts";
import type { Difference, Direction, Steps, Verdict } from "../finding.ts";
import { compareTexts } from "../texts.ts";
import { type Alternatives, alternativesOf, asAlternatives, hasOnlyAlternatives, pairAlternatives } from "./alternatives.ts";
import { keywordsOf, withoutTexts } from "./keywords.ts";
import { partsOf, type Shape, shapesOf } from "./shape.ts";
import { alternativeVerdict, fieldVerdict, keywordVerdict } from "./verdicts.ts";

export interface Documents {
  readonly before: Document;
  readonly after: Document;
}

export interface Place {
  readonly steps: Steps;
  readonly direction: Direction;
}

interface Context extends Documents {
  /** Pairs that have been compared inside a replaced reference. They are not compared again, because schemas may refer to themselves. */
  readonly replaced: Set<string> | undefined;
}

/** A reference that is the same on both sides is not followed, because `shared.ts` compares the part. */
export function compareSchemas(old: Json | undefined, now: Json | undefined, place: Place, documents: Documents): Difference[] {
  return compareAt(old, now, place, { ...documents, replaced: undefined });
}

function compareAt(old: Json | undefined, now: Json | undefined, place: Place, context: Context): Difference[] {
  if (isSame(old, now)) return [];
  const texts = compareTexts(old, now, place.steps);
  const [oldParts, parts] = [partsOf(context.before, old), partsOf(context.after, now)];
  const isShared = (reference: string): boolean => oldParts.has(reference) && parts.has(reference);
  let inner = context;
  if ([...oldParts, ...parts].some((reference) => !isShared(reference))) {
    const pair = JSON.stringify([old, now]);
    if (context.replaced?.has(pair)) return texts;
    inner = { ...context, replaced: (context.replaced ?? new Set()).add(pair) };
  }
  const [before, after] = shapesOf([context.before, old], [context.after, now], isShared, place.direction);
  return [...texts, ...compareShapes([old, before], [now, after], place, inner)];
}

type Side = readonly [schema: Json | undefined, shape: Shape];

function compareShapes([old, before]: Side, [now, after]: Side, place: Place, context: Context): Difference[] {
  const [alternatives, alternativesNow] = [alternativesOf(before.keywords), alternativesOf(after.keywords)];
  if (alternatives !== undefined && alternativesNow !== undefined) {
    return [
      ...compareMembers(before, after, place, context),
      ...changed("anyOf", anyOfBeside(before), anyOfBeside(after), place),
      ...changed("alternatives", alternatives.keyword, alternativesNow.keyword, place),
      ...compareAlternatives(alternatives.list, alternativesNow, place, context),
    ];
  }
  const only = alternatives ?? alternativesNow;
  if (only === undefined) return compareMembers(before, after, place, context);
  const [withThem, without] = alternatives === undefined ? [after, before] : [before, after];
  const change = changed(only.keyword, alternatives?.list, alternativesNow?.list, place);
  const isAnything = without.fields.size === 0 && without.required.length === 0 && Object.keys(without.keywords).length === 0;
  if (isAnything) return change;
  if (!hasOnlyAlternatives(withThem)) return [...change, ...compareMembers(before, after, place, context)];
  const listNow = { keyword: only.keyword, list: alternativesNow?.list ?? asAlternatives(now, after) };
  return compareAlternatives(alternatives?.list ?? asAlternatives(old, before), listNow, place, context);
}

function compareAlternatives(old: readonly Json[], { keyword, list }: Alternatives, place: Place, context: Context): Difference[] {
  return pairAlternatives([context.before, old], [context.after, list]).flatMap(({ index, old: one, now: other }) => {
    const at = into(place, keyword, String(index));
    if (one !== undefined && other !== undefined) return compareAt(one, other, at, context);
    return found("alternative", at, alternativeVerdict(one, other, place.direction));
  });
}

function anyOfBeside({ keywords }: Shape): Json | undefined {
  const { oneOf, anyOf } = keywords;
  return oneOf === undefined || anyOf === undefined ? undefined : withoutTexts(anyOf);
}

const comparedSeparately = new Set(["items", "additionalProperties", "oneOf", "anyOf"]);

function compareMembers(before: Shape, after: Shape, place: Place, context: Context): Difference[] {
  const [old, now] = [before.keywords, after.keywords];
  const keywords = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((keyword) => !comparedSeparately.has(keyword));
  const contradictions = Array.from({ length: Math.max(before.contradictions.length, after.contradictions.length) }, (_, index) => index);
  return [
    ...contradictions.flatMap((index) => compareAt(before.contradictions[index], after.contradictions[index], place, context)),
    ...compareFields(before, after, place, context),
    ...changed("required", before.required, after.required, place),
    ...compareOtherFields(old["additionalProperties"], now["additionalProperties"], place, context),
    ...compareAt(old["items"], now["items"], into(place, "items"), context),
    ...keywords.flatMap((keyword) => changed(keyword, old[keyword], now[keyword], place)),
  ];
}

function compareFields(before: Shape, after: Shape, place: Place, context: Context): Difference[] {
  return pairNames(before.fields, after.fields).flatMap(({ name, old, now }) => {
    const at = into(place, "properties", name);
    if (old !== undefined && now !== undefined) return compareAt(old, now, at, context);
    return found("field", at, fieldVerdict(old === undefined ? "added" : "removed", place.direction));
  });
}

function compareOtherFields(old: Json | undefined, now: Json | undefined, place: Place, context: Context): Difference[] {
  const [one, other] = [old, now].map((value) => (isObject(value) && Object.keys(keywordsOf(value)).length === 0 ? true : value));
  const areAny = [one, other].every((value) => value === true || isObject(value));
  return areAny ? compareAt(one, other, into(place, "additionalProperties"), context) : changed("additionalProperties", one, other, place);
}

function changed(keyword: string, old: Json | undefined, now: Json | undefined, place: Place): Difference[] {
  if (isSame(old, now)) return [];
  return found(keyword, place, keywordVerdict(keyword, old, now, place.direction));
}

function found(keyword: string, { steps }: Place, verdict: Verdict | undefined): Difference[] {
  return verdict === undefined ? [] : [{ ...verdict, steps, keyword }];
}

function into({ steps, direction }: Place, ...more: readonly string[]): Place {
  return { steps: [...steps, ...more], direction };
}
