import { asObject } from "../openapi/json.ts";
import { problem, show } from "./message.ts";
import type { Rule } from "./visitor.ts";

const draft = "https://json-schema.org/draft/2020-12/schema";

/**
 * Prism reads a 3.1 schema by draft-07 rules when the dialect is missing, and checks nothing when it is any other, the
 * one of OpenAPI included. Neither says a word.
 */
export const dialect: Rule = () => ({
  Root: {
    enter(node, context) {
      const root = asObject(node);
      if (root.jsonSchemaDialect !== draft) {
        context.report(
          problem(context.location.child("jsonSchemaDialect"), {
            wrong: "The mock would read the schemas by other rules than we do.",
            expected: `jsonSchemaDialect: ${draft}`,
            found: show(root.jsonSchemaDialect),
          }),
        );
      }
      if (!/^3\.1\.\d+$/.test(String(root.openapi))) {
        context.report(
          problem(context.location.child("openapi"), {
            wrong: "The document is not OpenAPI 3.1.",
            expected: "openapi: 3.1.0",
            found: show(root.openapi),
          }),
        );
      }
    },
  },
  Schema: {
    enter(node, context) {
      const { $schema } = asObject(node);
      if ($schema === undefined) return;
      context.report(
        problem(context.location.child("$schema").key(), {
          wrong: "A schema has a dialect of its own.",
          expected: "no $schema, as jsonSchemaDialect at the root counts for all of them",
          found: show($schema),
        }),
      );
    },
  },
});
