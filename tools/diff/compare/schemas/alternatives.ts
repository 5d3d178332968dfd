import type { Json } from "../../../openapi/document.ts";
import { isObject } from "../../../openapi/json.ts";
import { referenceOf } from "../../documents/names.ts";
import { isSame } from "../finding.ts";
import { keywordsOf } from "./keywords.ts";
import type { Shapes } from "./shape.ts";

/** An alternative before and after; what came or went has one side only. */
export interface AlternativePair {
  /** Where it stands in its list, the new one where it is in that. */
  readonly index: number;
  readonly old: Json | undefined;
  readonly now: Json | undefined;
}

/**
 * Which alternative is which: the part of the same name, the one that demands the same, and of what is left those that are alike.
 * What is taken for a pair is compared like anything else, so a wrong guess costs a clear sentence and not the verdict.
 */
export function pairAlternatives(
  [old, now]: readonly [readonly Json[], readonly Json[]],
  [before, after]: readonly [Shapes, Shapes],
): AlternativePair[] {
  const isSamePart = (one: Json, other: Json): boolean => referenceOf(one) !== undefined && referenceOf(one) === referenceOf(other);
  const prints = new Map([...old.map((one) => [one, before.print(one)] as const), ...now.map((one) => [one, after.print(one)] as const)]);
  const demandsSame = (one: Json, other: Json): boolean => prints.get(one) === prints.get(other);
  const areAlike = (one: Json, other: Json): boolean => isAlike(before.resolve(one), after.resolve(other));
  const partners = new Map<number, number>();
  for (const isPair of [isSamePart, demandsSame, areAlike]) {
    for (const [index, one] of old.entries()) {
      if (partners.has(index)) continue;
      const found = now.findIndex((other, at) => ![...partners.values()].includes(at) && isPair(one, other));
      if (found >= 0) partners.set(index, found);
    }
  }
  const found = [...partners.values()];
  return [
    ...old.map((one, index): AlternativePair => {
      const partner = partners.get(index);
      return partner === undefined ? { index, old: one, now: undefined } : { index: partner, old: one, now: now[partner] };
    }),
    ...now.flatMap((form, index): AlternativePair[] => (found.includes(index) ? [] : [{ index, old: undefined, now: form }])),
  ];
}

/** Of the same types, and objects that have a field in common, or no fields. */
function isAlike(one: Json | undefined, other: Json | undefined): boolean {
  const [old, now] = [keywordsOf(one), keywordsOf(other)];
  if (!isSame(old["type"], now["type"])) return false;
  const [names, namesNow] = [old, now].map(({ properties }) => (isObject(properties) ? Object.keys(properties) : []));
  if (names?.length === 0 || namesNow?.length === 0) return names?.length === namesNow?.length;
  return names?.some((name) => namesNow?.includes(name)) === true;
}
