import type { Json } from "../../../openapi/document.ts";
import { isObject } from "../../../openapi/json.ts";
import { adds, breaks, type Direction, quote, reads, type Verdict } from "../finding.ts";
import { listOf, mapOf } from "./keywords.ts";
import { fields, type Judge, told } from "./values.ts";

/** Members that say what a schema is made of. */
export const formJudges: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ["additionalProperties", judgeOpenness],
  ["prefixItems", (old, now) => breaks("items-changed", `It has ${quote(now)} items of their own form now, not ${quote(old)}.`)],
  ["patternProperties", judgePatterns],
  ["oneOf", judgeAlternatives],
  ["anyOf", judgeAlternatives],
  ["alternatives", judgeExclusion],
  ["discriminator", judgeDiscriminator],
  ["readOnly", judgeReadOnly],
]);

/** Whether exactly one of several alternatives has to fit. */
function judgeExclusion(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const text = `Its alternatives are ${quote(now)} now, not ${quote(old)}`;
  return now === "oneOf" && direction === "request"
    ? breaks("alternatives-changed", `${text}: what fits several of them is refused with 400.`)
    : reads("alternatives-changed", `${text}.`);
}

/** Requests with it are told as a field that came or went. */
function judgeReadOnly(_old: Json | undefined, now: Json | undefined, direction: Direction): Verdict | undefined {
  if (now !== true) return reads("read-only-changed", "Its type no longer says `readonly`.");
  if (direction === "request") return undefined;
  return breaks("read-only-changed", "Its type says `readonly` now: code that assigns to it no longer compiles.");
}

/** Fields by a pattern of their names are in the type, as fields of any name. */
function judgePatterns(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const text = told("patternProperties", old, now);
  if (old === undefined && direction === "answer") return adds("openness-changed", `${text}: its type has fields of any name.`);
  return breaks("openness-changed", `${text}: its fields of any name are others.`);
}

function judgeAlternatives(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const isLooser = direction === "request" ? now === undefined : old === undefined;
  const text = now === undefined ? "It is no longer one of several alternatives." : `It is one of ${listOf(now).length} alternatives now.`;
  return isLooser ? adds("alternatives-changed", text) : breaks("alternatives-changed", text);
}

/** The values that tell alternatives apart. The alternatives themselves are compared as what they are. */
function judgeDiscriminator(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "discriminator-changed";
  const [field, fieldNow] = [old, now].map((one) => (isObject(one) ? one["propertyName"] : undefined));
  if (field === undefined || fieldNow === undefined) {
    const isLooser = (fieldNow === undefined) === (direction === "request");
    const text = `${quote(fieldNow ?? field)} ${fieldNow === undefined ? "no longer tells" : "tells"} its alternatives apart, by values that its types name.`;
    return isLooser ? adds(rule, text) : breaks(rule, text);
  }
  if (field !== fieldNow) return breaks(rule, `Its alternatives are told apart by ${quote(fieldNow)} now, not by ${quote(field)}.`);
  const [values, valuesNow] = [mappingOf(old), mappingOf(now)];
  const gone = [...values.keys()].filter((value) => !valuesNow.has(value));
  const come = [...valuesNow.keys()].filter((value) => !values.has(value));
  const other = [...values.keys()].filter((value) => valuesNow.has(value) && values.get(value) !== valuesNow.get(value));
  const text = [
    ...(gone.length > 0 ? [`${fields(gone)} no longer a value of ${quote(field)}.`] : []),
    ...(come.length > 0 ? [`${fields(come)} one now.`] : []),
    ...(other.length > 0 ? [`${fields(other)} the value of another alternative now.`] : []),
  ].join(" ");
  const isNarrower = gone.length > 0 || other.length > 0;
  // Both ways the values are in the types of the alternatives.
  if (isNarrower || (come.length > 0 && direction === "answer")) return breaks(rule, text);
  return adds(rule, text);
}

function mappingOf(discriminator: Json | undefined): Map<string, Json> {
  return mapOf(isObject(discriminator) ? discriminator["mapping"] : undefined);
}

/** Fields that are not described: nothing said, any (`true` or a schema), or none (`false`). */
function judgeOpenness(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "openness-changed";
  const [hadAny, hasAny] = [old, now].map((value) => value === true || isObject(value));
  if (direction === "request" && now === false) return breaks(rule, "Fields that are not described are refused with 400 now.");
  if (hadAny && !hasAny) return breaks(rule, "Its type no longer has fields of any name: code that uses them no longer compiles.");
  if (hasAny && isObject(now) && direction === "request") {
    return breaks(rule, `Fields that are not described have to be ${quote(now)} now: others are refused with 400.`);
  }
  if (hasAny) return adds(rule, "Its type has fields of any name now.");
  if (direction === "request") return adds(rule, "Fields that are not described are passed over now.");
  return reads(rule, now === false ? "It has no fields that are not described." : "It may have fields that are not described.");
}
