import { isSame, listOf, mapOf } from "../json.ts";
import { evidenceVerdict, text } from "./anyNode.ts";
import { adds, breaks, describeChange, judgeRange, presence, quote, type Rule, type Rules, reads } from "./verdict.ts";

/** Judges the parameters, bodies, responses, headers and examples of operations, and webhooks. */
export const messageRules: Rules = {
  parameter(_before, after) {
    if (after === undefined) return breaks("parameter-removed", "The parameter was removed. Code that passes it does not compile.");
    if (mapOf(after)["required"] !== true) return adds("parameter-added", "The optional parameter was added.");
    return breaks("parameter-required", "The parameter was added and is required. Requests without it get a 400 response.");
  },
  "parameter name": (before, after) =>
    breaks("parameter-removed", `The parameter ${quote(before)} became ${quote(after)}. Code that passes the old one does not compile.`),
  "parameter required": requiredRule("parameter"),
  "parameter serialization": (before, after) =>
    breaks(
      "parameter-written-otherwise",
      `${describeChange("serialization", before, after)}. Requests in the old form get a 400 response.`,
    ),
  body(_before, after, { place }) {
    if (after === undefined)
      return breaks(
        "body-removed",
        `The body was removed. Code that ${place.direction === "request" ? "passes" : "reads"} a body does not compile.`,
      );
    if (place.direction === "response") return adds("body-added", "A body was added.");
    if (mapOf(after)["required"] !== true) return adds("body-optional", "An optional body was added.");
    return breaks("body-required", "The body became required. Requests without a body get a 400 response.");
  },
  "body required"(_before, after, { place }) {
    if (place.direction === "response") return undefined;
    return after === true
      ? breaks("body-required", "The body became required. Requests without a body get a 400 response.")
      : adds("body-optional", "The body became optional.");
  },
  "media type": presence(
    () => adds("media-type-added", "The media type was added."),
    () => breaks("media-type-removed", "The media type was removed."),
  ),
  response: presence(
    (status) =>
      status.startsWith("2")
        ? breaks("status-added", `The successful status ${quote(status)} was added. Existing code does not handle this result.`)
        : adds("status-added", `The status ${quote(status)} was added.`),
    (status) => breaks("status-removed", `The status ${quote(status)} was removed. Code that checks for it does not compile.`),
  ),
  /** Instead of the response, the mock returns the status that the real service sends. */
  "response x-evidence"(before, after) {
    const [sends, sendsNow] = [mapOf(before)["sends"], mapOf(after)["sends"]];
    if (isSame(listOf(sends), listOf(sendsNow))) return evidenceVerdict(before, after);
    return breaks("deviation-changed", `${describeChange("x-evidence.sends", sends, sendsNow)}. The mock returns another status.`);
  },
  header: presence(
    () => adds("header-added", "The header was added."),
    () => breaks("header-removed", "The header was removed."),
  ),
  "header required": requiredRule("header"),
  example: (before, after, { name }) => {
    const example = `The example ${quote(name)}`;
    // Clients request examples from the mock by name, so the name is part of the contract, but the data is not.
    if (after === undefined) return breaks("example-removed", `${example} was removed. Requests that name it in \`Prefer\` do not get it.`);
    if (before === undefined) return adds("example-added", `${example} was added.`);
    return reads("example-changed", `The data of the example ${quote(name)} changed.`);
  },
  webhook(before, after, { name }) {
    if (before === undefined) return adds("webhook-added", `The webhook was added: ${mapOf(after)["summary"] ?? name}.`);
    const consequence = "Receivers no longer get requests, and code that uses its types no longer compiles.";
    return breaks("webhook-removed", `The webhook was removed. ${consequence}`);
  },
  ...Object.fromEntries(
    ["responses", "security", "tags", "x-companion"].map((member) => [
      `webhook ${member}`,
      () => reads("webhook-changed", `The ${member} changed.`),
    ]),
  ),
  "webhook examples": text("The examples changed."),
};

function requiredRule(kind: "parameter" | "header"): Rule {
  return (_before, after, { place }) =>
    after === true
      ? judgeRange(`${kind}-required`, `The ${kind} became required`, "narrower", place.direction)
      : judgeRange(`${kind}-optional`, `The ${kind} became optional`, "wider", place.direction);
}
