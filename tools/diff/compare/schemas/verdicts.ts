import type { Json } from "../../../openapi/document.ts";
import { isObject } from "../../../openapi/json.ts";
import { isSame, listOf, mapOf, memberOf, quote, quoteAll, referenceOf } from "../../json.ts";
import { adds, breaks, type Direction, reads, type Verdict } from "../finding.ts";
import { deprecationVerdict, secretVerdict } from "../texts.ts";
import { keywordTold, rangeVerdict, restrictions } from "./restrictions.ts";

/** The verdict on a keyword; a side is missing where the keyword is. */
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
  patternProperties: patternPropertiesVerdict,
  prefixItems: (old, now) => breaks("items-changed", `It has ${quote(now)} items with a schema of their own now, was ${quote(old)}.`),
  oneOf: alternativesVerdict,
  anyOf: alternativesVerdict,
  alternatives: exclusionVerdict,
  discriminator: discriminatorVerdict,
  "x-known-values": (old, now) => knownValuesVerdict(listOf(old), listOf(now)),
  "x-sensitive": secretVerdict,
};

/** Judges a changed keyword. A keyword without a rule counts as a break, until somebody rates it. */
export function keywordVerdict(keyword: string, old: Json | undefined, now: Json | undefined, direction: Direction): Verdict | undefined {
  const judge = Object.hasOwn(judges, keyword) ? judges[keyword] : undefined;
  if (judge !== undefined) return judge(old, now, direction);
  if (restrictions.includes(keyword)) return rangeVerdict(keyword, old, now, direction);
  return breaks("unrated-changed", `${keywordTold(keyword, old, now)}. No rule says what that means, so it counts as a break.`);
}

export function fieldVerdict(kind: "added" | "removed", direction: Direction): Verdict {
  const isRequest = direction === "request";
  if (kind === "added") return adds("field-added", isRequest ? "It can be sent now." : "Responses have it now.");
  return breaks(
    "field-removed",
    isRequest
      ? "It can no longer be sent: code that passes it does not compile."
      : "Responses no longer have it: code that reads it does not compile.",
  );
}

export function alternativeVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const form = now ?? old;
  const name = quote(referenceOf(form)?.split("/").at(-1) ?? form);
  if (now === undefined) {
    const isNull = memberOf(old, "type") === "null";
    if (direction === "response" && isNull) return adds("alternative-removed", "It is no longer `null`.");
    return breaks("alternative-removed", `The alternative ${name} was removed: code that uses it does not compile.`);
  }
  return direction === "request"
    ? adds("alternative-added", `The alternative ${name} can be sent now.`)
    : breaks("alternative-added", `The alternative ${name} may be returned now: code that tells the others apart does not handle it.`);
}

function requiredVerdict(old: readonly Json[], now: readonly Json[], direction: Direction): Verdict | undefined {
  const more = now.filter((name) => !old.includes(name));
  const fewer = old.filter((name) => !now.includes(name));
  if (direction === "request") {
    if (more.length > 0) return breaks("field-required", `${are(more)} required now: requests without it return 400.`);
    return fewer.length > 0 ? adds("field-optional", `${are(fewer)} optional now.`) : undefined;
  }
  if (fewer.length > 0) return breaks("field-optional", `${are(fewer)} no longer in every response: code has to check for it.`);
  return more.length > 0 ? adds("field-required", `${are(more)} in every response now.`) : undefined;
}

function enumVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const isRequest = direction === "request";
  if (old === undefined) {
    const text = `Its only values are ${quoteAll(listOf(now))} now`;
    return isRequest ? breaks("value-removed", `${text}: others return 400.`) : adds("value-removed", `${text}.`);
  }
  if (now === undefined) {
    const text = "It may have any value now, not only those of a list";
    return isRequest ? adds("value-added", `${text}.`) : breaks("value-added", `${text}: code that handles each value misses others.`);
  }
  const { gone, come } = compareLists(listOf(old), listOf(now));
  if (gone.length > 0) {
    const consequence = isRequest ? "requests with it return 400" : "code that compares with it does not compile";
    const added = come.length === 0 ? "" : ` Added: ${quoteAll(come)}.`;
    return breaks("value-removed", `${are(gone)} no longer a value: ${consequence}.${added}`);
  }
  if (come.length === 0) return reads("text-changed", "The order of its values changed.");
  if (isRequest) return adds("value-added", `${quoteAll(come)} can be sent now.`);
  return breaks("value-added", `${quoteAll(come)} may be returned now: code that handles each value misses it.`);
}

function typeVerdict(old: readonly Json[], now: readonly Json[], direction: Direction): Verdict {
  const rule = "type-changed";
  const gone = now.length === 0 ? [] : old.length === 0 ? ["any other type"] : beyond(old, now);
  const come = old.length === 0 ? [] : now.length === 0 ? ["any other type"] : beyond(now, old);
  if (direction === "request") {
    if (gone.length > 0) return breaks(rule, `${quoteAll(gone)} can no longer be sent, only ${quoteAll(now)}.`);
    return come.length > 0 ? adds(rule, `${quoteAll(come)} can be sent now.`) : reads(rule, "Its types are written differently.");
  }
  if (come.length > 0) return breaks(rule, `${quoteAll(come)} may be returned now, was ${quoteAll(old)}.`);
  return gone.length > 0 ? adds(rule, `${quoteAll(gone)} is no longer returned.`) : reads(rule, "Its types are written differently.");
}

/** The types of one list that the other does not allow; an integer is a number. */
function beyond(types: readonly Json[], others: readonly Json[]): Json[] {
  return types.filter((type) => !others.includes(type) && !(type === "integer" && others.includes("number")));
}

function defaultVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "default-changed";
  if (direction === "response") return reads(rule, "Its default changed.");
  if (old === undefined) return adds(rule, `Its default is ${quote(now)} now.`);
  if (now === undefined) return breaks(rule, `Its default was ${quote(old)} and was removed.`);
  return breaks(rule, `Its default is ${quote(now)} now, was ${quote(old)}: requests without it mean something else.`);
}

/** A shared schema that becomes read-only. A field with a schema of its own counts as removed from requests instead. */
function readOnlyVerdict(_old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "read-only-changed";
  if (direction === "request") {
    return now === true
      ? breaks(rule, "It is read-only now: code that passes it does not compile.")
      : adds(rule, "It is no longer read-only and can be sent.");
  }
  if (now !== true) return reads(rule, "Its type is no longer `readonly`.");
  return breaks(rule, "Its type is `readonly` now: code that assigns to it does not compile.");
}

/** A shared schema that becomes write-only. A field with a schema of its own counts as removed from responses instead. */
function writeOnlyVerdict(_old: Json | undefined, now: Json | undefined, direction: Direction): Verdict | undefined {
  const rule = "write-only-changed";
  if (direction === "request") return undefined;
  return now === true
    ? breaks(rule, "It is write-only now: code that reads it does not compile.")
    : adds(rule, "It is no longer write-only and is returned.");
}

/** Fields that are not described: unsaid, any (`true` or a schema), or none (`false`). */
function opennessVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "openness-changed";
  const [hadAny, hasAny] = [old, now].map((value) => value === true || isObject(value));
  if (direction === "request" && now === false) return breaks(rule, "Fields that are not described return 400 now.");
  if (hadAny && !hasAny) return breaks(rule, "Its type no longer has fields of any name: code that uses them does not compile.");
  if (hasAny && isObject(now) && direction === "request") {
    return breaks(rule, `Fields that are not described have to match ${quote(now)} now: others return 400.`);
  }
  if (hasAny) return adds(rule, "Its type has fields of any name now.");
  if (direction === "request") return adds(rule, "Fields that are not described are ignored now.");
  return reads(rule, now === false ? "It has only the described fields." : "It may have fields that are not described.");
}

/** The generated type has fields of any name. */
function patternPropertiesVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const text = keywordTold("patternProperties", old, now);
  if (old === undefined && direction === "response") return adds("openness-changed", `${text}: its type has fields of any name.`);
  return breaks("openness-changed", `${text}: its fields of any name changed.`);
}

function alternativesVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const isLooser = direction === "request" ? now === undefined : old === undefined;
  const text = now === undefined ? "It is no longer one of several alternatives." : `It is one of ${listOf(now).length} alternatives now.`;
  return isLooser ? adds("alternatives-changed", text) : breaks("alternatives-changed", text);
}

/** Whether exactly one alternative has to match, or at least one. */
function exclusionVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const text = `Its alternatives are ${quote(now)} now, was ${quote(old)}`;
  return now === "oneOf" && direction === "request"
    ? breaks("alternatives-changed", `${text}: a value that matches several returns 400.`)
    : reads("alternatives-changed", `${text}.`);
}

/** The values that tell alternatives apart; they are in the types of the alternatives. */
function discriminatorVerdict(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "discriminator-changed";
  const [field, fieldNow] = [memberOf(old, "propertyName"), memberOf(now, "propertyName")];
  if (field === undefined || fieldNow === undefined) {
    const isLooser = (fieldNow === undefined) === (direction === "request");
    const text = `${quote(fieldNow ?? field)} ${fieldNow === undefined ? "no longer tells" : "tells"} its alternatives apart.`;
    return isLooser ? adds(rule, text) : breaks(rule, text);
  }
  if (field !== fieldNow) return breaks(rule, `${quote(fieldNow)} tells its alternatives apart now, was ${quote(field)}.`);
  const [values, valuesNow] = [mapOf(memberOf(old, "mapping")), mapOf(memberOf(now, "mapping"))];
  const gone = [...values.keys()].filter((value) => !valuesNow.has(value));
  const come = [...valuesNow.keys()].filter((value) => !values.has(value));
  const other = [...values.keys()].filter((value) => valuesNow.has(value) && values.get(value) !== valuesNow.get(value));
  const text = [
    ...(gone.length > 0 ? [`${are(gone)} no longer a value of ${quote(field)}.`] : []),
    ...(come.length > 0 ? [`${are(come)} a value of ${quote(field)} now.`] : []),
    ...(other.length > 0 ? [`${are(other)} the value of another alternative now.`] : []),
  ].join(" ");
  const isNarrower = gone.length > 0 || other.length > 0;
  return isNarrower || (come.length > 0 && direction === "response") ? breaks(rule, text) : adds(rule, text);
}

function knownValuesVerdict(old: readonly Json[], now: readonly Json[]): Verdict {
  const { gone, come } = compareLists(old, now);
  if (come.length > 0)
    return adds("known-value-added", `${quoteAll(come)} ${come.length === 1 ? "is a known value" : "are known values"} now.`);
  if (gone.length === 0) return reads("text-changed", "The order of its known values changed.");
  return reads("known-value-removed", `Editors no longer suggest ${quoteAll(gone)}. Any value is still allowed.`);
}

/** The values of each list that the other one lacks. */
export function compareLists(
  old: readonly Json[],
  now: readonly Json[],
): { readonly gone: readonly Json[]; readonly come: readonly Json[] } {
  return {
    gone: old.filter((value) => !now.some((other) => isSame(value, other))),
    come: now.filter((value) => !old.some((other) => isSame(value, other))),
  };
}

function are(names: readonly Json[]): string {
  return `${quoteAll(names)} ${names.length === 1 ? "is" : "are"}`;
}
