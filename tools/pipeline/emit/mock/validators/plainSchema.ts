import { _, type CodeKeywordDefinition } from "ajv";
import { maxProblems } from "../../../../../packages/mock/src/contract/message.ts";
import { isObject, type JsonObject } from "../../../../../packages/mock/src/contract/openapi/document.ts";

/**
 * A keyword of ours, for the schema of an item: it stops the loop over the items once there are as many errors as the mock reports.
 * Without it a hostile body of 100,000 items takes 15 seconds, because the compiled function copies all previous errors for each
 * item that breaks a referenced schema.
 */
export const enough: CodeKeywordDefinition & { readonly keyword: string } = {
  keyword: "enough",
  schemaType: "boolean",
  // The copy is made at the reference.
  before: "$ref",
  // The code runs inside the loop, in a function that counts its errors as `errors`.
  code: ({ gen }) => void gen.if(_`errors >= ${maxProblems}`, () => gen.break()),
};

/** Keywords under which schemas stand by name. */
const named = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
/** Keywords whose schemas speak about the same value as the schema that they are in. */
const parts = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "$defs"]);
/** Keywords under which data stands and no schema. */
const data = new Set(["enum", "const", "required", "dependentRequired", "type"]);
/** Keywords whose schema is asked again for each of any number of values. */
const repeated = new Set(["items", "additionalProperties"]);
/** What is for readers or for other tools, and says nothing about a value. */
const silent = new Set([
  "$comment",
  "$schema",
  "default",
  "deprecated",
  "description",
  "example",
  "examples",
  "externalDocs",
  "readOnly",
  "title",
  "writeOnly",
  "xml",
]);

export interface PlainOptions {
  /** Gives the name by which the compiler knows what a reference leads to. */
  readonly nameOf: (reference: string) => string;
  /** Whether the value of a schema may only have the fields that the schema declares. */
  readonly isClosed: (schema: JsonObject) => boolean;
}

/**
 * A copy of a schema with nothing in it but what validates, so that the compiler can be strict: whatever it does not know then
 * is a mistake of the document.
 * @param isPart whether the schema is one of several about a value; none of these can say alone which fields are known
 */
export function plainSchema(schema: unknown, options: PlainOptions, isPart: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((one) => plainSchema(one, options, isPart));
  if (!isObject(schema)) return schema;
  const plain: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (!keyword.startsWith("x-") && !silent.has(keyword)) plain[keyword] = plainValue(keyword, value, options);
  }
  // With a discriminator the compiler looks at objects only.
  if ("discriminator" in plain) plain["type"] ??= "object";
  if (!isPart && options.isClosed(schema)) plain["unevaluatedProperties"] = false;
  return plain;
}

function plainValue(keyword: string, value: unknown, options: PlainOptions): unknown {
  if (keyword === "$ref") return options.nameOf(String(value));
  if (data.has(keyword)) return value;
  // The compiler looks at the alternatives themselves, and at no mapping.
  if (keyword === "discriminator") return { propertyName: (value as JsonObject)["propertyName"] };
  const isPart = parts.has(keyword);
  if (repeated.has(keyword)) return untilEnough(plainSchema(value, options, isPart));
  if (!named.has(keyword) || !isObject(value)) return plainSchema(value, options, isPart);
  // `fromEntries`, unlike an assignment, makes `__proto__` a name like any other.
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, plainSchema(schema, options, isPart)]));
}

function untilEnough(schema: unknown): unknown {
  return isObject(schema) && Object.keys(schema).length > 0 ? { [enough.keyword]: true, ...schema } : schema;
}
