import type { Json } from "../../openapi/document.ts";
import { compareLists, isSame, listOf, mapOf, pairs } from "../json.ts";
import { text } from "./anyNode.ts";
import { adds, breaks, describeChange, presence, quote, quoteAll, type Rule, type Rules, reads, type Verdict } from "./verdict.ts";

/** Judges the other versions of the interfaces, and the interfaces that have ended. */
export const versionRules: Rules = {
  version(before, after) {
    const prefix = quote(mapOf(after ?? before)["prefix"]);
    if (before === undefined) return adds("version-added", `The version was added, below ${prefix}.`);
    return breaks("version-removed", `The version was removed. Requests below ${prefix} get a 404 response.`);
  },
  "version prefix": (before, after) =>
    breaks("version-moved", `${describeChange("prefix", before, after)}. Requests below the old prefix get a 404 response.`),
  "version ends": (before, after) => endVerdict("ends", before, after),
  "versioned operation": presence(
    () => adds("version-grown", "The version now has the operation."),
    () => breaks("version-shrunk", "The version no longer has the operation. Requests get a 404 response."),
  ),
  "versioned operation fields": listRule("Fields", "Code that uses them fails in this version."),
  "versioned operation values": listRule("Values", "Requests with them get a 400 response."),
  "versioned operation required"(before, after) {
    const { removed, added } = compareLists(listOf(before), listOf(after));
    if (added.length === 0) return adds("version-grown", `Fields became optional: ${quoteAll(removed)}.`);
    return breaks("version-shrunk", `Fields became required: ${quoteAll(added)}. Requests without them get a 400 response.`);
  },
  "versioned operation defaults": valuesRule("optional", "Requests that omit the field have a different meaning."),
  "versioned operation statuses": valuesRule("status", "Code that checks for the old status fails."),
  "sunset interface": presence(
    () => breaks("sunset-interface-added", "The interface was added. Requests to its paths get a 410 response."),
    () => adds("sunset-interface-removed", "The interface was removed. Requests to its paths no longer get a 410 response."),
  ),
  "sunset interface date": (before, after) => endVerdict("date", before, after),
  "sunset interface name": text("The name of the interface changed."),
  "sunset interface replacement": text("The replacement changed."),
};

/** An announced end gives users time, but an earlier end breaks the announcement. */
export function endVerdict(member: string, before: Json | undefined, after: Json | undefined): Verdict {
  const rule = "sunset-changed";
  const change = describeChange(member, before, after);
  if (after === undefined) return reads(rule, `${change}.`);
  if (before !== undefined && String(after) < String(before))
    return breaks(rule, `${change}. Calls fail with 410 from the earlier date on.`);
  return adds(rule, `${change}. Calls after this date fail with 410.`);
}

function listRule(kind: string, consequence: string): Rule {
  return (before, after) => {
    const { removed, added } = compareLists(listOf(before), listOf(after));
    if (removed.length === 0) return adds("version-grown", `${kind} added: ${quoteAll(added)}.`);
    return breaks("version-shrunk", `${kind} removed: ${quoteAll(removed)}. ${consequence}`);
  };
}

/** An added or removed value follows from a difference that another rule judges. */
function valuesRule(kind: string, consequence: string): Rule {
  return (before, after) => {
    const values = pairs(mapOf(before), mapOf(after)).filter((one) => one.before !== undefined && one.after !== undefined);
    const changes = values.filter((one) => !isSame(one.before, one.after));
    const list = changes.map((one) => describeChange(`${kind} ${one.name}`, one.before, one.after)).join(", ");
    return changes.length === 0 ? undefined : breaks("version-changed", `${list}. ${consequence}`);
  };
}
