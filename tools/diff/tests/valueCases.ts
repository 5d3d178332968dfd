import type { SchemaCase } from "./schemaCases.ts";

const text = { type: "string" };

function object(properties: object, more: object = {}): object {
  return { type: "object", properties, ...more };
}

/** Which values there are. */
export const valueCases: readonly SchemaCase[] = [
  {
    title: "a value more in a closed set",
    before: object({ a: { type: "string", enum: ["X"] } }),
    after: object({ a: { type: "string", enum: ["X", "Y"] } }),
    request: [["adds value-added"], ["breaks value-removed"]],
    answer: [["breaks value-added"], ["breaks value-removed"]],
  },
  {
    title: "a closed set that is open now",
    before: object({ a: { type: "string", enum: ["X"] } }),
    after: object({ a: text }),
    request: [["adds value-added"], ["breaks value-removed"]],
    answer: [["breaks value-added"], ["adds value-removed"]],
  },
  {
    title: "a closed set in another order",
    before: object({ a: { type: "string", enum: ["X", "Y"] } }),
    after: object({ a: { type: "string", enum: ["Y", "X"] } }),
    request: [["reads text-changed"], ["reads text-changed"]],
    answer: [["reads text-changed"], ["reads text-changed"]],
  },
  {
    title: "a value more in an open set",
    before: object({ a: { type: "string", "x-known-values": ["X"] } }),
    after: object({ a: { type: "string", "x-known-values": ["X", "Y"] } }),
    request: [["adds known-value-added"], ["reads known-value-removed"]],
    answer: [["adds known-value-added"], ["reads known-value-removed"]],
  },
  {
    title: "null more",
    before: object({ a: text }),
    after: object({ a: { type: ["string", "null"] } }),
    request: [["adds type-changed"], ["breaks type-changed"]],
    answer: [["breaks type-changed"], ["adds type-changed"]],
  },
  {
    title: "another type",
    before: object({ a: text }),
    after: object({ a: { type: "boolean" } }),
    request: [["breaks type-changed"], ["breaks type-changed"]],
    answer: [["breaks type-changed"], ["breaks type-changed"]],
  },
  {
    title: "an integer where a number was",
    before: object({ a: { type: "number" } }),
    after: object({ a: { type: "integer" } }),
    request: [["breaks type-changed"], ["adds type-changed"]],
    answer: [["adds type-changed"], ["breaks type-changed"]],
  },
  {
    title: "any type where one was",
    before: object({ a: text }),
    after: object({ a: {} }),
    request: [["adds type-changed"], ["breaks type-changed"]],
    answer: [["breaks type-changed"], ["adds type-changed"]],
  },
  {
    title: "another constant",
    before: object({ a: { const: "x" } }),
    after: object({ a: { const: "y" } }),
    request: [["breaks value-removed"], ["breaks value-removed"]],
    answer: [["breaks value-removed"], ["breaks value-removed"]],
  },
  {
    title: "fewer items",
    before: object({ a: { type: "array", items: text, maxItems: 100 } }),
    after: object({ a: { type: "array", items: text, maxItems: 50 } }),
    request: [["breaks limit-changed"], ["adds limit-changed"]],
    answer: [["reads limit-changed"], ["breaks limit-changed"]],
  },
  {
    title: "a limit where none was",
    before: object({ a: text }),
    after: object({ a: { type: "string", minLength: 1 } }),
    request: [["breaks limit-changed"], ["adds limit-changed"]],
    answer: [["reads limit-changed"], ["breaks limit-changed"]],
  },
  {
    title: "a higher minimum",
    before: object({ a: { type: "integer", minimum: 0 } }),
    after: object({ a: { type: "integer", minimum: 1 } }),
    request: [["breaks limit-changed"], ["adds limit-changed"]],
    answer: [["reads limit-changed"], ["breaks limit-changed"]],
  },
  {
    title: "another format",
    before: object({ a: { type: "string", format: "date-time" } }),
    after: object({ a: { type: "string", format: "date" } }),
    request: [["breaks format-changed"], ["breaks format-changed"]],
    answer: [["breaks format-changed"], ["breaks format-changed"]],
  },
  {
    title: "another format, called like a member of every object",
    before: object({ a: { type: "string", format: "constructor" } }),
    after: object({ a: { type: "string", format: "toString" } }),
    request: [["breaks format-changed"], ["breaks format-changed"]],
    answer: [["breaks format-changed"], ["breaks format-changed"]],
  },
  {
    title: "a format where none was",
    before: object({ a: text }),
    after: object({ a: { type: "string", format: "date" } }),
    request: [["breaks format-changed"], ["adds format-changed"]],
    answer: [["reads format-changed"], ["breaks format-changed"]],
  },
  {
    title: "a pattern where none was",
    before: object({ a: text }),
    after: object({ a: { type: "string", pattern: "^x$" } }),
    request: [["breaks pattern-changed"], ["adds pattern-changed"]],
    answer: [["reads pattern-changed"], ["breaks pattern-changed"]],
  },
  {
    title: "steps where none were",
    before: object({ a: { type: "integer" } }),
    after: object({ a: { type: "integer", multipleOf: 5 } }),
    request: [["breaks multiple-of-changed"], ["adds multiple-of-changed"]],
    answer: [["reads multiple-of-changed"], ["breaks multiple-of-changed"]],
  },
  {
    title: "another default",
    before: object({ a: { type: "integer", default: 1 } }),
    after: object({ a: { type: "integer", default: 2 } }),
    request: [["breaks default-changed"], ["breaks default-changed"]],
    answer: [["reads default-changed"], ["reads default-changed"]],
  },
  {
    title: "a default where none was",
    before: object({ a: { type: "integer" } }),
    after: object({ a: { type: "integer", default: 2 } }),
    request: [["adds default-changed"], ["breaks default-changed"]],
    answer: [["reads default-changed"], ["reads default-changed"]],
  },
  {
    title: "a constant that is one of several values",
    before: object({ a: { const: "x" } }),
    after: object({ a: { enum: ["x", "y"] } }),
    request: [["adds value-added"], ["breaks value-removed"]],
    answer: [["breaks value-added"], ["breaks value-removed"]],
  },
  {
    title: "any value where it was a constant",
    before: object({ a: { type: "string", const: "x" } }),
    after: object({ a: text }),
    request: [["adds value-added"], ["breaks value-removed"]],
    answer: [["breaks value-added"], ["adds value-removed"]],
  },
  {
    title: "smaller steps",
    before: object({ a: { type: "integer", multipleOf: 10 } }),
    after: object({ a: { type: "integer", multipleOf: 5 } }),
    request: [["adds multiple-of-changed"], ["breaks multiple-of-changed"]],
    answer: [["breaks multiple-of-changed"], ["reads multiple-of-changed"]],
  },
  {
    title: "larger integers",
    before: object({ a: { type: "integer", format: "int32" } }),
    after: object({ a: { type: "integer", format: "int64" } }),
    request: [["adds format-changed"], ["breaks format-changed"]],
    answer: [["breaks format-changed"], ["reads format-changed"]],
  },
  {
    title: "another encoding",
    before: object({ a: { type: "string", contentEncoding: "base64" } }),
    after: object({ a: { type: "string", contentEncoding: "base32" } }),
    request: [["breaks content-encoding-changed"], ["breaks content-encoding-changed"]],
    answer: [["breaks content-encoding-changed"], ["breaks content-encoding-changed"]],
  },
  {
    title: "steps that are not a multiple of the old ones",
    before: object({ a: { type: "integer", multipleOf: 2 } }),
    after: object({ a: { type: "integer", multipleOf: 3 } }),
    request: [["breaks multiple-of-changed"], ["breaks multiple-of-changed"]],
    answer: [["breaks multiple-of-changed"], ["breaks multiple-of-changed"]],
  },
  {
    title: "another pattern",
    before: object({ a: { type: "string", pattern: "^x$" } }),
    after: object({ a: { type: "string", pattern: "^y$" } }),
    request: [["breaks pattern-changed"], ["breaks pattern-changed"]],
    answer: [["breaks pattern-changed"], ["breaks pattern-changed"]],
  },
  {
    title: "a reference where a URI was",
    before: object({ a: { type: "string", format: "uri" } }),
    after: object({ a: { type: "string", format: "uri-reference" } }),
    request: [["adds format-changed"], ["breaks format-changed"]],
    answer: [["breaks format-changed"], ["reads format-changed"]],
  },
  {
    title: "an encoding where none was",
    before: object({ a: text }),
    after: object({ a: { type: "string", contentEncoding: "base64" } }),
    request: [["breaks content-encoding-changed"], ["adds content-encoding-changed"]],
    answer: [["reads content-encoding-changed"], ["breaks content-encoding-changed"]],
  },
  {
    title: "the bound of an integer, exclusive and inclusive",
    before: object({ a: { type: "integer", minimum: 1, maximum: 9 } }),
    after: object({ a: { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 10 } }),
    request: [[], []],
    answer: [[], []],
  },
  {
    title: "a bound that another one implies",
    before: object({ a: { type: "number", exclusiveMinimum: 1 } }),
    after: object({ a: { type: "number", exclusiveMinimum: 1, minimum: 0 } }),
    request: [[], []],
    answer: [[], []],
  },
  {
    title: "an exclusive bound where it was inclusive",
    before: object({ a: { type: "number", minimum: 0 } }),
    after: object({ a: { type: "number", exclusiveMinimum: 0 } }),
    request: [["breaks limit-changed"], ["adds limit-changed"]],
    answer: [["reads limit-changed"], ["breaks limit-changed"]],
  },
  {
    title: "a lower exclusive bound where it was inclusive",
    before: object({ a: { type: "number", minimum: 5 } }),
    after: object({ a: { type: "number", exclusiveMinimum: 0 } }),
    request: [["adds limit-changed"], ["breaks limit-changed"]],
    answer: [["breaks limit-changed"], ["reads limit-changed"]],
  },
  // A higher maximum allows more, and a higher minimum less.
  ...["maxLength", "maxItems", "maxProperties", "maximum", "exclusiveMaximum"].map((limit) => raised(limit, true)),
  ...["minLength", "minItems", "minProperties", "minimum", "exclusiveMinimum"].map((limit) => raised(limit, false)),
];

function raised(limit: string, isWider: boolean): SchemaCase {
  const wider = { request: ["adds limit-changed"], answer: ["breaks limit-changed"] };
  const narrower = { request: ["breaks limit-changed"], answer: ["reads limit-changed"] };
  const [there, back] = isWider ? [wider, narrower] : [narrower, wider];
  return {
    title: `${limit} raised`,
    before: object({ a: { [limit]: 5 } }),
    after: object({ a: { [limit]: 9 } }),
    request: [there.request, back.request],
    answer: [there.answer, back.answer],
  };
}
