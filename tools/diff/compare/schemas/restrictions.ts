import type { Json } from "../../../openapi/document.ts";
import { quote } from "../../json.ts";
import { adds, breaks, type Direction, reads, type Verdict } from "../finding.ts";
import { limits, rangeOf, writtenAs } from "./ranges.ts";

const constraints = ["uniqueItems", "contains", "propertyNames", "dependentRequired", "not", "unevaluatedProperties"];

/** Keywords that exclude values when they are added, and that appear in no generated type. */
export const restrictions: readonly string[] = [
  ...["format", "pattern", "contentEncoding", "contentMediaType", "multipleOf"],
  ...Object.keys(limits),
  ...constraints,
];

/**
 * Judges a restriction by the values that it allows. A request may have more values than before, and a response fewer; a response
 * with more values breaks code that stores or parses them.
 */
export function rangeVerdict(keyword: string, old: Json | undefined, now: Json | undefined, direction: Direction): Verdict {
  const rule = ruleOf(keyword);
  const change = describe(keyword, old, now);
  const range = rangeOf(keyword, old, now);
  if (direction === "request") {
    return range === "wider" ? adds(rule, `${change}: more values are accepted.`) : breaks(rule, `${change}: other values return 400.`);
  }
  if (range === "narrower") return reads(rule, `${change}. No type depends on it.`);
  // Responses may always have fields that are not described.
  if (keyword === "unevaluatedProperties") return reads(rule, `${change}. No type depends on it.`);
  return breaks(rule, `${change}: code that stores or parses the value may fail.`);
}

function ruleOf(keyword: string): string {
  if (keyword in limits) return "limit-changed";
  if (constraints.includes(keyword)) return "constraint-changed";
  return `${keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-changed`;
}

/** What changed, by the keywords that the documents have. */
function describe(keyword: string, old: Json | undefined, now: Json | undefined): string {
  const [name, before] = writtenAs(keyword, old);
  const [nameNow, after] = writtenAs(keyword, now);
  if (after === undefined) return keywordTold(name, before, after);
  if (before === undefined || name === nameNow) return keywordTold(nameNow, before, after);
  return `Its \`${nameNow}\` is ${quote(after)} now, its \`${name}\` was ${quote(before)}`;
}

export function keywordTold(keyword: string, old: Json | undefined, now: Json | undefined): string {
  if (now === undefined) return `Its \`${keyword}\` was ${quote(old)} and was removed`;
  return old === undefined ? `Its \`${keyword}\` is ${quote(now)} now` : `Its \`${keyword}\` is ${quote(now)} now, was ${quote(old)}`;
}
