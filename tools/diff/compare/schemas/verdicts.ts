import type { Json } from "../../../openapi/document.ts";
import { isObject } from "../../../openapi/json.ts";
import { compareLists, describeChange, isSame, listOf, mapOf, memberOf, quote, quoteAll, referenceOf } from "../../json.ts";
import { adds, breaks, type Direction, judgeRange, reads, type Verdict } from "../finding.ts";
import { deprecationVerdict, secretVerdict } from "../texts.ts";
import { limits, rangeOf } from "./ranges.ts";

/** Judges a changed keyword. A side is `undefined` if the keyword is absent. */
type Judge = (old: Json | undefined, now: Json | undefined, direction: Direction) => Verdict | undefined;

const judges: Readonly<Record<string, Judge>> = {
  required: (old, now, direction) => requiredVerdict(listOf(old), listOf(now), direction),
  enum: enumVerdict,
  type: (old, now, direction) => typeVerdict(listOf(old), listOf(now), direction),
  default: defaultVerdict,
  deprecated: deprecationVerdict,
  readOnly: readOnlyVerdict,
  writeOnly: writeOnlyVerdict,
  additionalProperties: opennessVerdict,
  oneOf: alternativesVerdict("oneOf"),
  anyOf: alternativesVerdict("anyOf"),
  alternatives: exclusionVerdict,
  discriminator: discriminatorVerdict,
  "x-known-values": (old, now) => knownValuesVerdict(listOf(old), listOf(now)),
  "x-sensitive": secretVerdict,
};

/** The rules for keywords that restrict values without affecting generated types, by keyword. */
const restrictions: ReadonlyMap<string, string> = new Map([
  ...Object.keys(limits).map((keyword) => [keyword, "limit-changed"] as const),
  ["uniqueItems", "constraint-changed"],
  ["format", "format-changed"],
  ["pattern", "pattern-changed"],
]);

export function keywordVerdict(keyword: string, old: Json | undefined, now: Json | undefined, direction: Direction): Verdict | undefined {
  if (Object.hasOwn(judges, keyword)) return judges[keyword]?.(old, now, direction);
  const rule = restrictions.get(keyword);
  if (rule === undefined) {
    return breaks(
      "unrated-changed",
      `${describeChange(keyword, old, now)}. There is no rule for this keyword, so the change is considered breaking.`,
    );
  }
  return judgeRange(rule, describeChange(keyword, old, now), rangeOf(keyword, old, now), direction, false);
}

export function fieldVerdict(kind: "added" | "removed", direction: Direction): Verdict {
  if (kind === "added") return adds("field-added", `The field was added to ${direction}s.`);
  const use = direction === "request" ? "passes" : "reads";
  return breaks("field-removed", `The field was removed from ${direction}s. Code that ${use} it does not compile.`);
}

export function alternativeVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const form = now ?? old;
  const name = quote(referenceOf(form)?.split("/").at(-1) ?? form);
  if (now !== undefined) return judgeRange("alternative-added", `The alternative ${name} was added`, "wider", direction);
  const rule = "alternative-removed";
  if (direction === "response" && memberOf(old, "type") === "null") return adds(rule, "The value is no longer `null`.");
  return breaks(rule, `The alternative ${name} was removed. Code that uses it does not compile.`);
}

function requiredVerdict(old: readonly Json[], now: readonly Json[], direction: Direction): Verdict | undefined {
  const { removed, added } = compareLists(old, now);
  if (removed.length === 0 && added.length === 0) return undefined;
  const isBecomingRequired = direction === "request" ? added.length > 0 : removed.length === 0;
  const [rule, names] = isBecomingRequired ? (["field-required", added] as const) : (["field-optional", removed] as const);
  const change = `${quoteAll(names)} became ${isBecomingRequired ? "required" : "optional"}`;
  return judgeRange(rule, change, isBecomingRequired ? "narrower" : "wider", direction);
}

function enumVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  if (old === undefined)
    return judgeRange("value-removed", `The values are now limited to ${quoteAll(listOf(now))}`, "narrower", direction);
  if (now === undefined)
    return judgeRange("value-added", `The values are no longer limited to ${quoteAll(listOf(old))}`, "wider", direction);
  const { removed, added } = compareLists(listOf(old), listOf(now));
  if (removed.length === 0 && added.length === 0) return reads("text-changed", "The order of the values changed.");
  const addition = `Values added: ${quoteAll(added)}`;
  if (removed.length === 0) return judgeRange("value-added", addition, "wider", direction);
  const consequence = direction === "request" ? "Requests with them get a 400 response." : "Code that compares with them does not compile.";
  return breaks("value-removed", `Values removed: ${quoteAll(removed)}. ${consequence}${added.length === 0 ? "" : ` ${addition}.`}`);
}

function typeVerdict(old: readonly Json[], now: readonly Json[], direction: Direction): Verdict {
  const rule = "type-changed";
  // Without a type, a schema allows every type.
  const isNarrower = now.length > 0 && (old.length === 0 || beyond(old, now).length > 0);
  const isWider = old.length > 0 && (now.length === 0 || beyond(now, old).length > 0);
  if (!isNarrower && !isWider) return reads(rule, "The types are written differently but have the same meaning.");
  const [was, is] = [old, now].map((types) => (types.length === 0 ? "any type" : types.map(quote).join(" or ")));
  const range = isNarrower && isWider ? "different" : isNarrower ? "narrower" : "wider";
  return judgeRange(rule, `The type changed from ${was} to ${is}`, range, direction);
}

/** An integer is also a number. */
function beyond(types: readonly Json[], others: readonly Json[]): Json[] {
  return types.filter((type) => !others.includes(type) && !(type === "integer" && others.includes("number")));
}

function defaultVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const change = describeChange("default", old, now);
  if (direction === "response") return reads("default-changed", `${change}.`);
  if (old === undefined) return adds("default-changed", `${change}.`);
  return breaks("default-changed", `${change}. Requests that omit the value have a different meaning.`);
}

/** Judges `readOnly` on a shared schema. A field with an inline schema is instead reported as removed from requests. */
function readOnlyVerdict(_old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "read-only-changed";
  if (now !== true) return direction === "request" ? adds(rule, "`readOnly` removed.") : reads(rule, "`readOnly` removed.");
  return breaks(rule, `\`readOnly\` added. Code that ${direction === "request" ? "passes it" : "assigns to it"} does not compile.`);
}

/** Judges `writeOnly` on a shared schema. A field with an inline schema is instead reported as removed from responses. */
function writeOnlyVerdict(_old: Json | undefined, now: Json | undefined, direction: Direction): Verdict | undefined {
  const rule = "write-only-changed";
  if (direction === "request") return undefined;
  return now === true ? breaks(rule, "`writeOnly` added. Code that reads it does not compile.") : adds(rule, "`writeOnly` removed.");
}

/** Judges a change to the keyword that allows (`true` or a schema) or forbids (`false`) undescribed fields. It may also be absent. */
function opennessVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "openness-changed";
  const change = describeChange("additionalProperties", old, now);
  const [hadAny, hasAny] = [old, now].map((value) => value === true || isObject(value));
  if (direction === "request") {
    if (now === false || isObject(now)) return breaks(rule, `${change}. Requests with other fields get a 400 response.`);
    if (!hadAny) return adds(rule, `${change}.`);
  }
  if (hadAny && !hasAny) return breaks(rule, `${change}. Code that uses undescribed fields does not compile.`);
  return hasAny ? adds(rule, `${change}.`) : reads(rule, `${change}.`);
}

function alternativesVerdict(keyword: string): Judge {
  return (old, now, direction) =>
    judgeRange("alternatives-changed", describeChange(keyword, old, now), rangeOf(keyword, old, now), direction);
}

function exclusionVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const change = `${quote(old)} changed to ${quote(now)}.`;
  return now === "oneOf" && direction === "request"
    ? breaks("alternatives-changed", `${change} Requests with a value that matches several alternatives get a 400 response.`)
    : reads("alternatives-changed", change);
}

/** Judges the field whose value identifies the alternative. The types of the alternatives contain its values. */
function discriminatorVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "discriminator-changed";
  const [field, fieldNow] = [memberOf(old, "propertyName"), memberOf(now, "propertyName")];
  if (field !== fieldNow) {
    return judgeRange(rule, describeChange("discriminator", field, fieldNow), rangeOf("discriminator", field, fieldNow), direction);
  }
  const [values, valuesNow] = [mapOf(memberOf(old, "mapping")), mapOf(memberOf(now, "mapping"))];
  const { removed, added } = compareLists([...values.keys()], [...valuesNow.keys()]);
  const moved = [...values.keys()].filter((value) => valuesNow.has(value) && !isSame(values.get(value), valuesNow.get(value)));
  const changes = [
    ...(removed.length > 0 ? [`removed ${quoteAll(removed)}`] : []),
    ...(added.length > 0 ? [`added ${quoteAll(added)}`] : []),
    ...(moved.length > 0 ? [`moved to another alternative ${quoteAll(moved)}`] : []),
  ];
  const range = removed.length > 0 || moved.length > 0 ? "different" : "wider";
  return judgeRange(rule, `Values of the discriminator ${quote(field)}: ${changes.join(", ")}`, range, direction);
}

function knownValuesVerdict(old: readonly Json[], now: readonly Json[]): Verdict {
  const { removed, added } = compareLists(old, now);
  if (added.length > 0) return adds("known-value-added", `Known values added: ${quoteAll(added)}.`);
  if (removed.length === 0) return reads("text-changed", "The order of the known values changed.");
  return reads("known-value-removed", `Known values removed: ${quoteAll(removed)}. Every value is still allowed.`);
}
