import { isObject, type JsonObject, maxProblems } from "@crm-platform/mock/contract";
import { _, type CodeKeywordDefinition } from "ajv";

/**
 * A custom keyword for items that stops the loop at the maximum number of reported errors. Otherwise, a hostile body with 100,000 items
 * would take 15 seconds, because the compiled function copies all previous errors for each invalid item.
 */
export const enough: CodeKeywordDefinition & { readonly keyword: string } = {
  keyword: "enough",
  schemaType: "boolean",
  // Ajv copies the errors when it evaluates a reference, so the loop must stop before that.
  before: "$ref",
  // The code runs inside the loop, in a function whose variable `errors` counts the errors.
  code: ({ gen }) => void gen.if(_`errors >= ${maxProblems}`, () => gen.break()),
};

const inPlaceApplicators = new Set(["allOf", "oneOf"]);
const dataKeywords = new Set(["enum", "const", "required", "type"]);
/** Keywords whose schema applies to several values. */
const repeatingKeywords = new Set(["items", "additionalProperties"]);
const annotationKeywords = new Set(["default", "deprecated", "description", "examples", "title"]);

export interface PlainOptions {
  readonly nameOf: (reference: string) => string;
  readonly isClosed: (schema: JsonObject) => boolean;
}

/**
 * Removes keywords that do not affect validation, so that the strict compiler rejects every unknown keyword.
 * @param isPart whether other schemas apply to the same value; if so, this schema need not declare every field
 */
export function plainSchema(schema: unknown, options: PlainOptions, isPart: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((one) => plainSchema(one, options, isPart));
  if (!isObject(schema)) return schema;
  const plain: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (!keyword.startsWith("x-") && !annotationKeywords.has(keyword)) plain[keyword] = plainValue(keyword, value, options);
  }
  // The compiler requires this type in a schema with a discriminator.
  if ("discriminator" in plain) plain["type"] ??= "object";
  if (!isPart && options.isClosed(schema)) plain["unevaluatedProperties"] = false;
  return plain;
}

function plainValue(keyword: string, value: unknown, options: PlainOptions): unknown {
  if (keyword === "$ref") return options.nameOf(String(value));
  if (dataKeywords.has(keyword)) return value;
  // The compiler reads the values from the alternatives and rejects a mapping.
  if (keyword === "discriminator") return { propertyName: (value as JsonObject)["propertyName"] };
  const isPart = inPlaceApplicators.has(keyword);
  if (repeatingKeywords.has(keyword)) return untilEnough(plainSchema(value, options, isPart));
  if (keyword !== "properties" || !isObject(value)) return plainSchema(value, options, isPart);
  // Unlike an assignment, `fromEntries` treats `__proto__` as an ordinary name.
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, plainSchema(schema, options, isPart)]));
}

function untilEnough(schema: unknown): unknown {
  return isObject(schema) && Object.keys(schema).length > 0 ? { [enough.keyword]: true, ...schema } : schema;
}
