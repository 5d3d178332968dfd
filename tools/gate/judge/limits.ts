import type { Json } from "../../openapi/document.ts";
import type { Direction } from "../compare/difference.ts";
import { compareLists, listOf } from "../json.ts";
import { adds, breaks, describeChange, judgeRange, quote, quoteAll, type Range, type Rule, type Rules, rangeOf } from "./verdict.ts";

/** Judges keywords that restrict values but do not appear in generated types. */
export const limitRules: Rules = {
  ...Object.fromEntries(
    ["maxLength", "maxItems", "maxProperties", "maximum", "exclusiveMaximum"].map((keyword) => [
      `schema ${keyword}`,
      restriction("limit-changed", (value, other) => Number(value) > Number(other)),
    ]),
  ),
  ...Object.fromEntries(
    ["minLength", "minItems", "minProperties", "minimum", "exclusiveMinimum"].map((keyword) => [
      `schema ${keyword}`,
      restriction("limit-changed", (value, other) => Number(value) < Number(other)),
    ]),
  ),
  "schema format": restriction("format-changed", (format, other) => widerFormats.get(other)?.includes(format) ?? false),
  "schema pattern": restriction("pattern-changed", () => false),
  "schema uniqueItems": restriction("constraint-changed", () => false),
  "schema x-evidence.accepts": deviationRule("request", "Deviating requests get a 400 response from the mock."),
  "schema x-evidence.sends": deviationRule("response", "The proxy reports deviating responses."),
};

/** The formats that allow all values of a format. */
const widerFormats: ReadonlyMap<Json, readonly Json[]> = new Map([
  ["int32", ["int64"]],
  ["float", ["double"]],
  ["email", ["idn-email"]],
  ["hostname", ["idn-hostname"]],
  ["uri", ["uri-reference", "iri", "iri-reference"]],
  ["uri-reference", ["iri-reference"]],
  ["iri", ["iri-reference"]],
]);

/** @param isWider whether one value of the keyword allows everything that the other value allows */
function restriction(rule: string, isWider: (value: Json, other: Json) => boolean): Rule {
  return (before, after, { topic, place }) => {
    const keyword = topic.slice("schema ".length);
    let range: Range = rangeOf(before, after);
    if (before !== undefined && after !== undefined && isWider(after, before)) range = "wider";
    if (before !== undefined && after !== undefined && isWider(before, after)) range = "narrower";
    return judgeRange(rule, describeChange(keyword, before, after), range, place.direction, false);
  };
}

function deviationRule(direction: Direction, consequence: string): Rule {
  return (before, after, { topic, place }) => {
    const { removed, added } = compareLists(listOf(before), listOf(after));
    if (place.direction !== direction || (removed.length === 0 && added.length === 0)) return undefined;
    const member = quote(topic.slice("schema ".length));
    if (removed.length > 0) return breaks("deviation-removed", `Removed from ${member}: ${quoteAll(removed)}. ${consequence}`);
    return adds("deviation-added", `Added to ${member}: ${quoteAll(added)}.`);
  };
}
