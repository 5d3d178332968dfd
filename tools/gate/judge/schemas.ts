import type { Json } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import { compareLists, isSame, listOf, mapOf } from "../json.ts";
import { adds, breaks, describeChange, judgeRange, quote, quoteAll, type Rules, rangeOf, reads, type Verdict } from "./verdict.ts";

/** Judges fields, types and alternatives. `enumValues.ts` and `limits.ts` judge the keywords that restrict values. */
export const schemaRules: Rules = {
  field(before, _after, { place: { direction } }) {
    if (before === undefined) return adds("field-added", `The field was added to ${direction}s.`);
    const use = direction === "request" ? "passes" : "reads";
    return breaks("field-removed", `The field was removed from ${direction}s. Code that ${use} it does not compile.`);
  },
  "schema required"(before, after, { place: { direction } }) {
    const { removed, added } = compareLists(listOf(before), listOf(after));
    if (removed.length === 0 && added.length === 0) return undefined;
    const isBecomingRequired = direction === "request" ? added.length > 0 : removed.length === 0;
    const change = isBecomingRequired ? `${quoteAll(added)} became required` : `${quoteAll(removed)} became optional`;
    const rule = isBecomingRequired ? "field-required" : "field-optional";
    return judgeRange(rule, change, isBecomingRequired ? "narrower" : "wider", direction);
  },
  "schema type": (before, after, { place }) => typeVerdict(listOf(before), listOf(after), place.direction),
  "schema null": (_before, after, { place: { direction } }) =>
    after === true
      ? judgeRange("null-added", "The value can be `null`", "wider", direction)
      : judgeRange("null-removed", "The value is no longer `null`", "narrower", direction),
  "schema default"(before, after, { place: { direction } }) {
    const change = describeChange("default", before, after);
    if (direction === "response") return reads("default-changed", `${change}.`);
    if (before === undefined) return adds("default-changed", `${change}.`);
    return breaks("default-changed", `${change}. Requests that omit the value have a different meaning.`);
  },
  "schema additionalProperties": (before, after, { place }) => opennessVerdict(before, after, place.direction === "request"),
  "schema oneOf": (before, after, { place }) =>
    judgeRange("alternatives-changed", describeChange("oneOf", before, after), rangeOf(before, after), place.direction),
  alternative(before, after, { place }) {
    const schema = after ?? before;
    const { $ref } = mapOf(schema);
    const name = quote(typeof $ref === "string" ? $ref.split("/").at(-1) : schema);
    if (after !== undefined) return judgeRange("alternative-added", `The alternative ${name} was added`, "wider", place.direction);
    return breaks("alternative-removed", `The alternative ${name} was removed. Code that uses it does not compile.`);
  },
};

function typeVerdict(old: readonly Json[], now: readonly Json[], direction: "request" | "response"): Verdict {
  // Without a type, a schema allows every type.
  const isNarrower = now.length > 0 && (old.length === 0 || beyond(old, now).length > 0);
  const isWider = old.length > 0 && (now.length === 0 || beyond(now, old).length > 0);
  if (!isNarrower && !isWider) return reads("type-changed", "The types are written differently but have the same meaning.");
  const [was, is] = [old, now].map((types) => (types.length === 0 ? "any type" : types.map(quote).join(" or ")));
  const range = isNarrower && isWider ? "different" : isNarrower ? "narrower" : "wider";
  return judgeRange("type-changed", `The type changed from ${was} to ${is}`, range, direction);
}

/** An integer is also a number. */
function beyond(types: readonly Json[], others: readonly Json[]): Json[] {
  return types.filter((type) => !others.some((other) => isSame(type, other) || (type === "integer" && other === "number")));
}

/** Judges the keyword that allows (`true` or a schema) or forbids (`false`) undescribed fields. A response may always contain them. */
function opennessVerdict(before: Json | undefined, after: Json | undefined, isRequest: boolean): Verdict {
  const rule = "openness-changed";
  const change = describeChange("additionalProperties", before, after);
  const [hadAny, hasAny] = [before, after].map((value) => value === true || isObject(value));
  if (isRequest) {
    if (after === false || isObject(after)) return breaks(rule, `${change}. Requests with other fields get a 400 response.`);
    if (!hadAny) return adds(rule, `${change}.`);
  }
  if (hadAny && !hasAny) return breaks(rule, `${change}. Code that uses undescribed fields does not compile.`);
  return hasAny ? adds(rule, `${change}.`) : reads(rule, `${change}.`);
}
