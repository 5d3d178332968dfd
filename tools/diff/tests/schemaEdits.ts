import { type EditKind, edit, type Loose } from "./edits.ts";

const properties = (schema: Loose): [string, Loose][] => Object.entries(schema.properties ?? {});
const scalars = (schema: Loose): Loose[] =>
  properties(schema).flatMap(([, property]) => (typeof property.type === "string" && property.type !== "object" ? [property] : []));
const withKey = (key: string) => (schema: Loose) =>
  properties(schema).flatMap(([, property]) => (property[key] === undefined ? [] : [property]));
const texts = (schema: Loose): Loose[] =>
  properties(schema).flatMap(([, property]) => (property.type === "string" && !property.enum ? [property] : []));
const shape = (schema: Loose): Loose[] => (schema.properties === undefined ? [] : [schema]);
const plainFields = (schema: Loose): string[] =>
  properties(schema).flatMap(([name, property]) => (JSON.stringify(property).includes("$ref") ? [] : [name]));
const otherGrade = (grade: string): string => (grade === "assumed" ? "observed" : "assumed");

/** Edits of one named schema. */
export const schemaEdits: readonly EditKind[] = [
  edit("field added", shape, (schema) => {
    schema.properties.more = { type: "string" };
  }),
  edit("required field added", shape, (schema) => {
    schema.properties.more = { type: "string" };
    schema.required = [...(schema.required ?? []), "more"];
  }),
  // Of a field that leads to another schema the schema would go, too, and with it what else is edited there.
  edit("field removed", plainFields, (name, _random, schema) => {
    delete schema.properties[name];
    if (schema.required) schema.required = schema.required.filter((one: string) => one !== name);
  }),
  edit(
    "field optional",
    (schema) => (schema.required?.length > 0 ? [schema] : []),
    (schema) => {
      schema.required = schema.required.slice(1);
    },
  ),
  edit(
    "field required",
    (schema) => shape(schema).filter(() => properties(schema).some(([name]) => !schema.required?.includes(name))),
    (schema) => {
      const [name] = properties(schema).find(([one]) => !schema.required?.includes(one)) ?? [];
      schema.required = [...(schema.required ?? []), name];
    },
  ),
  edit("null", scalars, (property) => {
    property.type = [property.type, "null"];
  }),
  edit("another type", scalars, (property) => {
    property.type = property.type === "boolean" ? "string" : "boolean";
  }),
  edit("value added", withKey("enum"), (property) => {
    property.enum = [...property.enum, "MORE"];
  }),
  edit("value removed", withKey("enum"), (property) => {
    property.enum = property.enum.slice(1);
  }),
  edit("known value added", withKey("x-known-values"), (property) => {
    property["x-known-values"] = [...property["x-known-values"], "MORE"];
  }),
  edit("known value removed", withKey("x-known-values"), (property) => {
    property["x-known-values"] = property["x-known-values"].slice(1);
  }),
  edit("fewer items", withKey("maxItems"), (property) => {
    property.maxItems -= 1;
  }),
  edit("more items", withKey("maxItems"), (property) => {
    property.maxItems += 1;
  }),
  edit("longer at least", texts, (property) => {
    property.minLength = (property.minLength ?? 0) + 3;
  }),
  edit("shorter at least", withKey("minLength"), (property) => {
    delete property.minLength;
  }),
  edit("a pattern", texts, (property) => {
    property.pattern = "^x";
  }),
  edit("no pattern", withKey("pattern"), (property) => {
    delete property.pattern;
  }),
  edit("another format", withKey("format"), (property) => {
    property.format = "another";
  }),
  edit("no format", withKey("format"), (property) => {
    delete property.format;
  }),
  edit(
    "a format",
    (schema) => texts(schema).filter(({ format }) => format === undefined),
    (property) => {
      property.format = "uri";
    },
  ),
  edit(
    "steps",
    (schema) => scalars(schema).filter(({ type }) => type === "integer"),
    (property) => {
      property.multipleOf = 5;
    },
  ),
  edit("another default", withKey("default"), (property) => {
    property.default = typeof property.default === "boolean" ? !property.default : "another";
  }),
  edit("a default", texts, (property) => {
    property.default = "none";
  }),
  edit(
    "closed",
    (schema) => shape(schema).filter(() => schema.additionalProperties === undefined),
    (schema) => {
      schema.additionalProperties = false;
    },
  ),
  edit(
    "open",
    (schema) => shape(schema).filter(() => schema.additionalProperties === undefined),
    (schema) => {
      schema.additionalProperties = true;
    },
  ),
  edit(
    "no longer open",
    (schema) => shape(schema).filter(() => schema.additionalProperties === true),
    (schema) => {
      delete schema.additionalProperties;
    },
  ),
  edit("secret", texts, (property) => {
    if (property["x-sensitive"]) delete property["x-sensitive"];
    else property["x-sensitive"] = true;
  }),
  edit(
    "field described",
    (schema) =>
      properties(schema)
        .map(([, property]) => property)
        .filter((property) => property.description),
    (property) => {
      property.description = "Otherwise.";
    },
  ),
  edit("grade of evidence", withKey("x-evidence"), (property) => {
    property["x-evidence"].grade = otherGrade(property["x-evidence"].grade);
  }),
  edit("note on evidence", withKey("x-evidence"), (property) => {
    property["x-evidence"].note = "Otherwise.";
  }),
  edit("field deprecated", scalars, (property) => {
    property.deprecated = true;
  }),
  edit(
    "alternative added",
    (schema) => (schema.oneOf ? [schema] : []),
    (schema) => {
      schema.oneOf.push({ type: "object", properties: { more: { type: "string" } } });
    },
  ),
  edit(
    "alternative removed",
    (schema) => (schema.oneOf ? [schema] : []),
    (schema) => {
      schema.oneOf.pop();
    },
  ),
  edit(
    "part added",
    (schema) => (schema.allOf ? [schema] : []),
    (schema) => {
      schema.allOf.push({ type: "object", properties: { more: { type: "string" } } });
    },
  ),
  {
    name: "type called otherwise",
    apply: (schema, _random, document) => {
      const schemas: Record<string, Loose> = document.components.schemas;
      const [name] = Object.entries(schemas).find(([, one]) => one === schema) ?? [];
      const now = `${name}Again`;
      replaceReferences(document, `#/components/schemas/${name}`, `#/components/schemas/${now}`);
      delete schemas[name ?? ""];
      schemas[now] = schema;
      return now;
    },
  },
];

function replaceReferences(node: Loose, old: string, now: string): void {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (value === old) node[key] = now;
    else replaceReferences(value, old, now);
  }
}
