import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { asObject } from "../openapi/json.ts";
import { report, show } from "./message.ts";
import type { Rule } from "./visitor.ts";

/** The mock sends header examples. Redocly validates only the examples of bodies and parameters. */
export const headerExamplesValid: Rule = () => {
  const ajv = new Ajv2020({ strict: false, logger: false, meta: false, validateSchema: false });
  addFormats.default(ajv);

  return {
    Header: {
      enter(node, context) {
        const header = asObject(node);
        const { schema } = header;
        if (schema === undefined) return;
        const entries = Object.entries(asObject(header.examples));
        const examples = [
          ...("example" in header ? [{ place: ["example"], value: header.example }] : []),
          ...entries.map(([name, example]) => ({ place: ["examples", name], value: asObject(context.resolve(example).node).value })),
        ];
        for (const { place, value } of examples) {
          const wrong = violation(ajv, schema, value);
          if (wrong === undefined) continue;
          report(context, context.location.child(place), {
            wrong: `The example of the header ${context.key} does not match its schema.`,
            expected: wrong,
            found: show(value),
          });
        }
      },
    },
  };
};

function violation(ajv: Ajv2020, schema: unknown, value: unknown): string | undefined {
  try {
    return ajv.validate(asObject(schema), value) ? undefined : `a value that ${ajv.errorsText(ajv.errors, { dataVar: "" }).trim()}`;
  } catch {
    return "an inline schema without references";
  }
}
