import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Json } from "../../bundle/document.ts";

/** A parameter or a property, as a person tells it in one line: `name|type|example|description`. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  /** One of the simple types, or the name of a schema of the area; `[]` behind it makes it a list. */
  readonly type: string;
  readonly example: Json;
  readonly description: string;
}

const simpleTypes: Readonly<Record<string, object>> = {
  string: { type: "string" },
  integer: { type: "integer", format: "int64" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  "date-time": { type: "string", format: "date-time" },
};

export const fieldGrammar = "name|type|example|description";

/**
 * Reads a field. A `?` behind the name says that it can be missing; the example of anything but a text is JSON.
 * @returns the field, or in a sentence what would be right
 */
export function parseField(text: string, schemas: readonly string[]): Field | string {
  const [label = "", type = "", example = "", ...rest] = text.split("|").map((part) => part.trim());
  const description = rest.join("|");
  if (!/^[A-Za-z_][A-Za-z0-9_]*\??$/.test(label) || description === "") {
    return `It is written ${fieldGrammar}, for example "subject?|string|Torque sensor|What it is about.", not "${text}".`;
  }
  const known = [...Object.keys(simpleTypes), ...schemas];
  if (!known.includes(type.replace(/\[\]$/, "")))
    return `The type of ${label} is one of ${known.join(", ")}, with [] for a list, not "${type}".`;
  const value = readExample(type, example);
  if (value === undefined) return `The example of ${label} is to be ${wanted(type)}, not ${example}.`;
  return { name: label.replace("?", ""), required: !label.endsWith("?"), type, example: value, description };
}

/** The name in the line of a field. */
export function nameOf(text: string): string {
  return (text.split("|")[0] ?? "").trim().replace("?", "");
}

const ajv = new Ajv2020();
addFormats.default(ajv);

/** What is no simple type is a schema of the area, and JSON of any kind here: lint knows the schema. */
function readExample(type: string, text: string): Json | undefined {
  const value = type === "string" || type === "date-time" ? text : parseJson(text);
  const single = simpleTypes[type.replace(/\[\]$/, "")] ?? {};
  return value !== undefined && ajv.validate(type.endsWith("[]") ? { type: "array", items: single } : single, value) ? value : undefined;
}

function wanted(type: string): string {
  return type === "date-time" ? "a time such as 2026-04-20T08:00:00Z" : `JSON of the type ${type}`;
}

/** The value of a JSON text, or nothing when it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/**
 * The schema of a field.
 * @param folder from where the schemas of the area are referenced, for example `./schemas/`
 */
export function schemaOf({ type, description }: Pick<Field, "type" | "description">, folder: string): object {
  const single = type.replace(/\[\]$/, "");
  const one = simpleTypes[single] ?? { $ref: `${folder}${single}.yaml` };
  if (type.endsWith("[]")) return { type: "array", description, items: one };
  return "$ref" in one ? one : { ...one, description };
}

/** A schema of its own for an object with these fields. */
export function objectSchema(description: string, fields: readonly Field[]): object {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: "object",
    description,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field, "./")])),
  };
}

export function exampleOf(fields: readonly Field[]): Json {
  return Object.fromEntries(fields.map(({ name, example }) => [name, example]));
}
