import { compareLists, isSame, listOf, mapOf } from "../json.ts";
import { adds, breaks, describeChange, judgeRange, quote, quoteAll, type Rules, rangeOf, reads } from "./verdict.ts";

/** Judges the listed values of a schema: its enum or constant, its known values, and the values of a discriminator. */
export const enumRules: Rules = {
  "schema enum"(before, after, { place: { direction } }) {
    if (before === undefined)
      return judgeRange("value-removed", `The values are now limited to ${quoteAll(listOf(after))}`, "narrower", direction);
    if (after === undefined)
      return judgeRange("value-added", `The values are no longer limited to ${quoteAll(listOf(before))}`, "wider", direction);
    const { removed, added } = compareLists(listOf(before), listOf(after));
    if (removed.length === 0 && added.length === 0) return reads("text-changed", "The order of the values changed.");
    const addition = `Values added: ${quoteAll(added)}`;
    if (removed.length === 0) return judgeRange("value-added", addition, "wider", direction);
    const consequence =
      direction === "request" ? "Requests with them get a 400 response." : "Code that compares with them does not compile.";
    return breaks("value-removed", `Values removed: ${quoteAll(removed)}. ${consequence}${added.length === 0 ? "" : ` ${addition}.`}`);
  },
  "schema x-known-values"(before, after) {
    const { removed, added } = compareLists(listOf(before), listOf(after));
    if (added.length > 0) return adds("known-value-added", `Known values added: ${quoteAll(added)}.`);
    if (removed.length === 0) return reads("text-changed", "The order of the known values changed.");
    return reads("known-value-removed", `Known values removed: ${quoteAll(removed)}. Every value is still allowed.`);
  },
  /** The types of the alternatives contain the values of the discriminator. */
  "schema discriminator"(before, after, { place: { direction } }) {
    const rule = "discriminator-changed";
    const [field, fieldNow] = [mapOf(before)["propertyName"], mapOf(after)["propertyName"]];
    if (field !== fieldNow) return judgeRange(rule, describeChange("discriminator", field, fieldNow), rangeOf(field, fieldNow), direction);
    const [values, valuesNow] = [mapOf(mapOf(before)["mapping"]), mapOf(mapOf(after)["mapping"])];
    const { removed, added } = compareLists(Object.keys(values), Object.keys(valuesNow));
    const moved = Object.keys(values).filter((value) => Object.hasOwn(valuesNow, value) && !isSame(values[value], valuesNow[value]));
    const changes = [
      ...(removed.length > 0 ? [`removed ${quoteAll(removed)}`] : []),
      ...(added.length > 0 ? [`added ${quoteAll(added)}`] : []),
      ...(moved.length > 0 ? [`moved to another alternative ${quoteAll(moved)}`] : []),
    ];
    const range = removed.length > 0 || moved.length > 0 ? "different" : "wider";
    return judgeRange(rule, `Values of the discriminator ${quote(field)}: ${changes.join(", ")}`, range, direction);
  },
};
