import type { Json } from "../../../openapi/document.ts";
import { adds, breaks, type Direction, isSame, quote, quoteAll, reads, type Verdict } from "../finding.ts";
import { listOf } from "./keywords.ts";
import { limits, rangeOf, writtenAs } from "./ranges.ts";

/** The verdict on a changed keyword; either side is missing where the keyword is. */
export type Judge = (old: Json | undefined, now: Json | undefined, direction: Direction) => Verdict | undefined;

/** Keywords that exclude values when they are added, whatever their value. */
const constraints = ["uniqueItems", "contains", "propertyNames", "dependentRequired", "not", "unevaluatedProperties"];

/** Keywords that say which values there are. */
export const valueJudges: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ["required", (old, now, direction) => judgeRequired(listOf(old), listOf(now), direction)],
  ["enum", judgeEnum],
  ["type", (old, now, direction) => judgeType(listOf(old), listOf(now), direction)],
  ["default", judgeDefault],
  ["deprecated", (_old, now) => judgeDeprecated(now === true)],
  ...["format", "pattern", "contentEncoding", "contentMediaType", "multipleOf", ...Object.keys(limits), ...constraints].map(
    (keyword): [string, Judge] => [keyword, (old, now, direction) => judgeRange(keyword, old, now, direction)],
  ),
]);

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

/**
 * A keyword that restricts values and appears in no type. A request may contain more than before, and a response less. A response that
 * may contain more breaks code that stores or parses the value.
 */
function judgeRange(keyword: string, old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = ruleOf(keyword);
  const change = describeRange(keyword, old, now);
  const range = rangeOf(keyword, old, now);
  if (direction === "request") {
    return range === "wider" ? adds(rule, `${change}: more is accepted.`) : breaks(rule, `${change}: ${refused(rule)} refused with 400.`);
  }
  if (range === "narrower") return reads(rule, `${change}; no type says so.`);
  // Responses may always contain fields that are not described.
  if (keyword === "unevaluatedProperties") return reads(rule, `${change}; no type says so.`);
  return breaks(rule, `${change}: code that stores or parses the value may fail.`);
}

/** What a keyword was and is, without what comes of it. */
function describeRange(keyword: string, old: Json | undefined, now: Json | undefined): string {
  const [name, before] = writtenAs(keyword, old);
  const [nameNow, after] = writtenAs(keyword, now);
  if (after === undefined) return told(name, before, after);
  if (before === undefined || name === nameNow) return told(nameNow, before, after);
  return `Its \`${nameNow}\` is ${quote(after)} now, and its \`${name}\` was ${quote(before)}`;
}

function refused(rule: string): string {
  if (rule === "limit-changed") return "requests outside of it are";
  return rule === "constraint-changed" ? "requests that do not keep to it are" : "anything else is";
}

function ruleOf(keyword: string): string {
  if (keyword in limits) return "limit-changed";
  if (constraints.includes(keyword)) return "constraint-changed";
  return `${keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-changed`;
}

export function judgeDeprecated(isDeprecated: boolean): Verdict {
  if (isDeprecated) return adds("deprecated", "It is deprecated now: it works, and editors strike it through.");
  return reads("deprecated", "It is no longer deprecated.");
}

/** What a keyword was and is, without what comes of it. */
export function told(keyword: string, old: Json | undefined, now: Json | undefined): string {
  if (now === undefined) return `Its \`${keyword}\` was ${quote(old)} and is no more`;
  return old === undefined ? `Its \`${keyword}\` is ${quote(now)} now` : `Its \`${keyword}\` is ${quote(now)} now, not ${quote(old)}`;
}

/** Names, and the verb that goes with as many. */
export function fields(names: readonly Json[]): string {
  return `${quoteAll(names)} ${names.length === 1 ? "is" : "are"}`;
}
