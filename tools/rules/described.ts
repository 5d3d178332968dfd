import { asObject, isText } from "../openapi/json.ts";
import { problem, show } from "./message.ts";
import { titleOf } from "./operations.ts";
import type { Context, Location, Rule } from "./visitor.ts";

/**
 * Whatever the reference or a hover shows has a text. Missing summaries and texts of tags are found by Redocly's own
 * operation-summary and tag-description.
 */
export const described: Rule = () => ({
  Operation: {
    enter(node, context) {
      const operation = asObject(node);
      requireText(operation.description, titleOf(operation, context), context.location, context);
      if (isText(operation.summary)) checkSummary(operation.summary, context);
    },
  },
  Parameter: {
    enter(node, context) {
      const parameter = asObject(node);
      requireText(textOf(parameter, context), `The parameter ${show(parameter.name)}`, context.location, context);
    },
  },
  RequestBody: {
    enter: (node, context) => requireText(textOf(node, context), "The request body", context.location, context),
  },
  Response: {
    enter: (node, context) => requireText(textOf(node, context), `The response ${context.key}`, context.location, context),
  },
  Header: {
    enter: (node, context) => requireText(textOf(node, context), `The header ${context.key}`, context.location, context),
  },
  SchemaProperties: {
    enter(node, context) {
      for (const [name, raw] of Object.entries(asObject(node))) {
        const text = asObject(raw).description ?? asObject(context.resolve(raw).node).description;
        requireText(text, `The property ${name}`, context.location.child(name), context);
      }
    },
  },
  SecurityScheme: {
    enter(node, context) {
      for (const [flow, value] of Object.entries(asObject(asObject(node).flows))) {
        for (const [scope, text] of Object.entries(asObject(asObject(value).scopes))) {
          requireText(text, `The scope ${scope}`, context.location.child(["flows", flow, "scopes", scope]), context);
        }
      }
    },
  },
});

/** A description beside a reference counts for what the reference leads to. */
function textOf(node: unknown, context: Context): unknown {
  return asObject(context.rawNode).description ?? asObject(node).description;
}

function requireText(text: unknown, title: string, location: Location, context: Context): void {
  if (isText(text)) return;
  context.report(
    problem(location.key(), {
      wrong: `${title} has no description.`,
      expected: 'a text in our own words, for example "When the record was created."',
      found: show(text),
    }),
  );
}

/** "Read a batch of meetings": the same form as a commit message. */
function checkSummary(summary: string, context: Context): void {
  const firstWord = summary.split(" ")[0] ?? "";
  const imperative = /^[A-Z]/.test(firstWord) && !/([^s]s|ing)$/.test(firstWord);
  if (imperative && !/[.!?]$/.test(summary)) return;
  context.report(
    problem(context.location.child("summary"), {
      wrong: "The summary is not an imperative without a full stop.",
      expected: 'an order, for example "Read a batch of meetings"',
      found: show(summary),
    }),
  );
}
