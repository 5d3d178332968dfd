import type { Json } from "../bundle/document.ts";
import { isObject } from "../model/extensions.ts";
import { adds, breaks, type Direction, isSame, quote, quoteAll, reads, type Verdict } from "./finding.ts";
import { referenceOf } from "./names.ts";
import { listOf } from "./shape.ts";

/** Limits, and whether more of them allows more. */
const limits: Readonly<Record<string, boolean>> = {
  maxLength: true,
  maxItems: true,
  maxProperties: true,
  maximum: true,
  exclusiveMaximum: true,
  minLength: false,
  minItems: false,
  minProperties: false,
  minimum: false,
  exclusiveMinimum: false,
};

type Judge = (old: Json | undefined, now: Json | undefined, direction: Direction) => Verdict | undefined;

const judges: Readonly<Record<string, Judge>> = {
  required: (old, now, direction) => judgeRequired(listOf(old), listOf(now), direction),
  enum: judgeEnum,
  type: (old, now, direction) => judgeType(listOf(old), listOf(now), direction),
  default: judgeDefault,
  deprecated: (_old, now) => judgeDeprecated(now === true),
  multipleOf: judgeSteps,
  ...Object.fromEntries(
    ["format", "pattern", "contentEncoding", "contentMediaType"].map((keyword): [string, Judge] => [
      keyword,
      (old, now, direction) => judgeForm(keyword, old, now, direction),
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(limits).map((keyword): [string, Judge] => [keyword, (old, now, direction) => judgeLimit(keyword, old, now, direction)]),
  ),
};

/** Keywords of one value, for which the engine has rules, too. */
export const engineKeywords: ReadonlySet<string> = new Set(Object.keys(judges));

/** Keywords that take values away, and change no type. */
const constraints = new Set(
  (
    "uniqueItems contains minContains maxContains patternProperties propertyNames dependentRequired dependentSchemas " +
    "unevaluatedProperties unevaluatedItems if then else not contentSchema"
  ).split(" "),
);

/** What a changed member of a schema means. One that has no rule counts as a break, until somebody rates it. */
export function judgeKeyword(keyword: string, old: Json | undefined, now: Json | undefined, direction: Direction): Verdict | undefined {
  const judge = judges[keyword] ?? wholes[keyword];
  if (judge !== undefined) return judge(old, now, direction);
  if (constraints.has(keyword)) return judgeConstraint(keyword, old, now, direction);
  return breaks("unrated-changed", `${told(keyword, old, now)}. No rule tells what that means, so it counts as a break.`);
}

/** What a field that came or went means. */
export function judgeField(kind: "added" | "removed", direction: Direction): Verdict {
  if (kind === "added") return adds("field-added", direction === "request" ? "It can be sent now." : "It comes with answers now.");
  if (direction === "answer") return breaks("field-removed", "It is gone from answers: code that reads it no longer compiles.");
  return breaks("field-removed", "It can no longer be sent: code that passes it no longer compiles.");
}

/** What one alternative more or less means. */
export function judgeAlternative(kind: "added" | "removed", direction: Direction, form: Json | undefined): Verdict {
  const name = referenceOf(form)?.split("/").at(-1) ?? form;
  if (kind === "removed") {
    return breaks("alternative-removed", `Its alternative ${quote(name)} is gone: code that uses it no longer compiles.`);
  }
  return direction === "request"
    ? adds("alternative-added", `It can be sent in one more form, ${quote(name)}.`)
    : breaks("alternative-added", `It may come in one more form, ${quote(name)}, which code that tells the others apart does not know.`);
}

/** Members that say what a schema is made of. */
const wholes: Readonly<Record<string, Judge>> = {
  additionalProperties: judgeOpenness,
  items: (old, now, direction) => {
    const isLooser = direction === "request" ? now === undefined : old === undefined;
    const text = now === undefined ? "Its items may be anything now." : `Its items are ${quote(now)} now, where they could be anything.`;
    return isLooser ? adds("items-changed", text) : breaks("items-changed", text);
  },
  prefixItems: (old, now) => breaks("items-changed", `It has ${quote(now)} items of their own form now, not ${quote(old)}.`),
  oneOf: judgeAlternatives,
  anyOf: judgeAlternatives,
  alternatives: (old, now, direction) => {
    const text = `Its alternatives are ${quote(now)} now, not ${quote(old)}`;
    return now === "oneOf" && direction === "request"
      ? breaks("alternatives-changed", `${text}: what fits several of them is refused with 400.`)
      : reads("alternatives-changed", `${text}.`);
  },
  discriminator: judgeDiscriminator,
  readOnly: (_old, now, direction) => {
    if (now !== true) return reads("read-only-changed", "Its type no longer says `readonly`.");
    return direction === "answer"
      ? breaks("read-only-changed", "Its type says `readonly` now: code that assigns to it no longer compiles.")
      : undefined;
  },
};

function judgeAlternatives(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const isLooser = direction === "request" ? now === undefined : old === undefined;
  const text = now === undefined ? "It is no longer one of several alternatives." : `It is one of ${listOf(now).length} alternatives now.`;
  return isLooser ? adds("alternatives-changed", text) : breaks("alternatives-changed", text);
}

/** The values that tell alternatives apart. The alternatives themselves are compared as what they are. */
function judgeDiscriminator(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "discriminator-changed";
  const [field, fieldNow] = [old, now].map((one) => (isObject(one) ? one["propertyName"] : undefined));
  if (field === undefined || fieldNow === undefined) return reads(rule, "How its alternatives are told apart reads differently.");
  if (field !== fieldNow) return breaks(rule, `Its alternatives are told apart by ${quote(fieldNow)} now, not by ${quote(field)}.`);
  const [values, valuesNow] = [old, now].map((one) => (isObject(one) && isObject(one["mapping"]) ? one["mapping"] : {}));
  const gone = Object.keys(values ?? {}).filter((value) => valuesNow?.[value] === undefined);
  const come = Object.keys(valuesNow ?? {}).filter((value) => values?.[value] === undefined);
  const other = Object.keys(values ?? {}).filter((value) => !gone.includes(value) && !isSame(values?.[value], valuesNow?.[value]));
  const text = [
    ...(gone.length > 0 ? [`${fields(gone)} no longer a value of ${quote(field)}.`] : []),
    ...(come.length > 0 ? [`${fields(come)} one now.`] : []),
    ...(other.length > 0 ? [`${fields(other)} the value of another alternative now.`] : []),
  ].join(" ");
  if (other.length > 0 || (gone.length > 0 && direction === "request")) return breaks(rule, text);
  return direction === "request" ? adds(rule, text) : reads(rule, text);
}

function judgeConstraint(keyword: string, old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "constraint-changed";
  if (direction === "answer") return reads(rule, `${told(keyword, old, now)}; no type says so.`);
  const isLooser = now === undefined || now === false;
  return isLooser
    ? adds(rule, `${told(keyword, old, now)}: more is accepted.`)
    : breaks(rule, `${told(keyword, old, now)}: requests that do not keep to it are refused with 400.`);
}

function told(keyword: string, old: Json | undefined, now: Json | undefined): string {
  if (now === undefined) return `Its \`${keyword}\` was ${quote(old)} and is no more`;
  return old === undefined ? `Its \`${keyword}\` is ${quote(now)} now` : `Its \`${keyword}\` is ${quote(now)} now, not ${quote(old)}`;
}

function judgeRequired(old: readonly Json[], now: readonly Json[], direction: Direction): Verdict | undefined {
  const more = now.filter((name) => !old.includes(name));
  const fewer = old.filter((name) => !now.includes(name));
  if (direction === "request") {
    if (more.length > 0) return breaks("field-required", `${fields(more)} required now: requests without are refused with 400.`);
    return fewer.length > 0 ? adds("field-optional", `${fields(fewer)} no longer required and may be left out.`) : undefined;
  }
  if (fewer.length > 0) return breaks("field-optional", `${fields(fewer)} no longer in every answer: code has to expect nothing there.`);
  return more.length > 0 ? adds("field-required", `${fields(more)} in every answer now.`) : undefined;
}

function judgeEnum(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict | undefined {
  const isRequest = direction === "request";
  if (old === undefined) {
    const text = `Only ${quoteAll(listOf(now))} are left of its values.`;
    return isRequest ? breaks("value-removed", `${text} Any other is refused with 400.`) : adds("value-removed", text);
  }
  if (now === undefined) {
    const text = "It has any value now, not one of a closed set.";
    return isRequest ? adds("value-added", text) : breaks("value-added", `${text} Code that knows all values no longer does.`);
  }
  const gone = listOf(old).filter((value) => !listOf(now).some((other) => isSame(value, other)));
  const come = listOf(now).filter((value) => !listOf(old).some((other) => isSame(value, other)));
  if (gone.length > 0) {
    const toldGone = `${fields(gone)} no longer among its values:`;
    const toldCome = come.length === 0 ? "" : ` New among them: ${quoteAll(come)}.`;
    return isRequest
      ? breaks("value-removed", `${toldGone} requests with it are refused with 400.${toldCome}`)
      : breaks("value-removed", `${toldGone} code that compares with it no longer compiles.${toldCome}`);
  }
  if (come.length === 0) return reads("text-changed", "Its values stand in another order.");
  if (isRequest) return adds("value-added", `${quoteAll(come)} can be sent, too.`);
  return breaks("value-added", `${quoteAll(come)} may come, too: code that knows all values no longer does.`);
}

function judgeType(old: readonly Json[], now: readonly Json[], direction: Direction): Verdict | undefined {
  const gone = now.length === 0 ? [] : old.length === 0 ? ["anything else"] : beyond(old, now);
  const come = old.length === 0 ? [] : now.length === 0 ? ["anything else"] : beyond(now, old);
  if (direction === "request") {
    if (gone.length > 0) return breaks("type-changed", `${quoteAll(gone)} can no longer be sent, only ${quoteAll(now)}.`);
    return come.length > 0
      ? adds("type-changed", `${quoteAll(come)} can be sent, too.`)
      : reads("type-changed", "The same values are told otherwise.");
  }
  if (come.length > 0) return breaks("type-changed", `${quoteAll(come)} may come, where ${quoteAll(old)} came before.`);
  return gone.length > 0
    ? adds("type-changed", `${quoteAll(gone)} no longer comes.`)
    : reads("type-changed", "The same values are told otherwise.");
}

/** The types of one list that the other does not allow; an integer is a number. */
function beyond(types: readonly Json[], others: readonly Json[]): Json[] {
  return types.filter((type) => !others.includes(type) && !(type === "integer" && others.includes("number")));
}

function judgeDefault(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  if (direction === "answer") return reads("default-changed", "The value that stands for none reads differently.");
  if (old === undefined) return adds("default-changed", `It says now what is done without it: as with ${quote(now)}.`);
  const text = `Left out, it counted as ${quote(old)}`;
  return breaks(
    "default-changed",
    now === undefined ? `${text}; now nothing is said of that.` : `${text} and counts as ${quote(now)} now.`,
  );
}

/** How values are written. What is read by it is read otherwise; nothing is read by a pattern. */
function judgeForm(keyword: string, old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = `${keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-changed`;
  const change = told(keyword, old, now);
  const isWider = now === undefined || (old === "int32" && now === "int64");
  if (direction === "request") return isWider ? adds(rule, `${change}.`) : breaks(rule, `${change}: anything else is refused with 400.`);
  if (keyword === "pattern" || old === undefined) return reads(rule, `${change}.`);
  return breaks(rule, `${change}: code that reads it may fail.`);
}

function judgeSteps(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "multiple-of-changed";
  const change = told("multipleOf", old, now);
  if (direction === "answer") return reads(rule, `${change}; no type says so.`);
  const isWider = now === undefined || (old !== undefined && Number(old) % Number(now) === 0);
  return isWider ? adds(rule, `${change}: more is accepted.`) : breaks(rule, `${change}: anything else is refused with 400.`);
}

function judgeLimit(keyword: string, old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const isLooser = now === undefined || (old !== undefined && Number(now) > Number(old) === limits[keyword]);
  const change = `\`${keyword}\` ${old === undefined ? "is" : now === undefined ? "was" : `went from ${quote(old)} to`} ${now === undefined ? `${quote(old)} and is no more` : quote(now)}`;
  if (direction === "answer") return reads("limit-changed", `${change}; no type says so.`);
  if (isLooser) return adds("limit-changed", `${change}: more is accepted.`);
  return breaks("limit-changed", `${change}: requests outside of it are refused with 400.`);
}

/** Fields that are not described: nothing said, any (`true` or a schema), or none (`false`). */
function judgeOpenness(old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = "openness-changed";
  const [hadAny, hasAny] = [old, now].map((value) => value === true || isObject(value));
  if (direction === "request" && now === false) return breaks(rule, "Fields that are not described are refused with 400 now.");
  if (hadAny && !hasAny) return breaks(rule, "Its type no longer has fields of any name: code that uses them no longer compiles.");
  if (hadAny) {
    const isWider = isObject(old);
    const text = `Its fields of any name are ${isWider ? "anything" : quote(now)} now, not ${isWider ? quote(old) : "anything"}.`;
    return isWider === (direction === "request") ? adds(rule, text) : breaks(rule, text);
  }
  if (hasAny && isObject(now) && direction === "request") {
    return breaks(rule, `Fields that are not described have to be ${quote(now)} now: others are refused with 400.`);
  }
  if (hasAny) return adds(rule, "Its type has fields of any name now.");
  if (direction === "request") return adds(rule, "Fields that are not described are passed over now.");
  return reads(rule, now === false ? "It has no fields that are not described." : "It may have fields that are not described.");
}

export function judgeDeprecated(isDeprecated: boolean): Verdict {
  if (isDeprecated) return adds("deprecated", "It is deprecated now: it works, and editors strike it through.");
  return reads("deprecated", "It is no longer deprecated.");
}

function fields(names: readonly Json[]): string {
  return `${quoteAll(names)} ${names.length === 1 ? "is" : "are"}`;
}
