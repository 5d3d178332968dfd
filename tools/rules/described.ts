import { asObject, isText } from "../openapi/json.ts";
import { report, show } from "./message.ts";
import type { Context, Location, Rule } from "./visitor.ts";

/** Covers properties and scopes. Redocly's rules and assertions in redocly.yaml require all other descriptions. */
export const described: Rule = () => ({
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

function requireText(text: unknown, title: string, location: Location, context: Context): void {
  if (isText(text)) return;
  report(context, location.key(), {
    wrong: `${title} has no description.`,
    expected: 'a description in your own words, for example "When the record was created."',
    found: show(text),
  });
}
