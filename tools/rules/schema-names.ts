import { basename, dirname, extname } from "node:path";
import { asList, asObject, type JsonObject } from "../openapi/json.ts";
import { report, show } from "./message.ts";
import { reservedNames } from "./reserved-names.ts";
import type { Context, Location, Rule } from "./visitor.ts";

const scalars = ["string", "number", "integer", "boolean", "null"];

/** A schema's name is exported as a type name, which must not hide a global. */
export const schemaNames: Rule = () => ({
  // In the bundle, a schema is named by its key.
  NamedSchemas: {
    enter(node, context) {
      for (const [name, schema] of Object.entries(asObject(node))) {
        const { node: target } = context.resolve(schema);
        checkSchema(name, target, context.location.child(name).key(), context);
      }
    },
  },
  // In the sources, a schema is named by its file.
  Schema: {
    enter(schema, context) {
      const file = context.location.source.absoluteRef;
      if (context.location.pointer !== "#/" || basename(dirname(file)) !== "schemas") return;
      checkSchema(basename(file, extname(file)), schema, context.location, context);
    },
  },
});

function checkSchema(name: string, schema: unknown, location: Location, context: Context): void {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) {
    report(context, location, {
      wrong: "The name of a schema is not a valid type name.",
      expected: "PascalCase, letters and digits only, for example MeetingBatch",
      found: name,
    });
  }
  if (reservedNames.has(name)) {
    report(context, location, {
      wrong: "A schema has the name of a global, which the type would hide when it is imported.",
      expected: "a more specific name, for example ErrorBody instead of Error",
      found: name,
    });
  }
  if (isScalar(schema)) {
    report(context, location, {
      wrong: `The schema ${name} is a scalar.`,
      expected: "the scalar written inline, for example type: string on the property",
      found: foundScalar(asObject(schema)),
    });
  }
}

function isScalar(schema: unknown): boolean {
  const { type, enum: values, const: value } = asObject(schema);
  const types = typeof type === "string" ? [type] : asList(type);
  if (types.length > 0) return types.every((entry) => scalars.includes(String(entry)));
  const constants = [...asList(values), value].filter((entry) => entry !== undefined);
  return constants.length > 0 && constants.every((entry) => typeof entry !== "object" || entry === null);
}

function foundScalar({ type, enum: values, const: value }: JsonObject): string {
  if (type !== undefined) return `type: ${show(type)}`;
  return values === undefined ? `const: ${show(value)}` : `enum: ${show(values)}`;
}
