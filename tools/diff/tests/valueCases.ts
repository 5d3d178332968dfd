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
    answer: [["reads limit-changed"], ["reads limit-changed"]],
  },
  {
    title: "a limit where none was",
    before: object({ a: text }),
    after: object({ a: { type: "string", minLength: 1 } }),
    request: [["breaks limit-changed"], ["adds limit-changed"]],
    answer: [["reads limit-changed"], ["reads limit-changed"]],
  },
  {
    title: "a higher minimum",
    before: object({ a: { type: "integer", minimum: 0 } }),
    after: object({ a: { type: "integer", minimum: 1 } }),
    request: [["breaks limit-changed"], ["adds limit-changed"]],
    answer: [["reads limit-changed"], ["reads limit-changed"]],
  },
  {
    title: "another format",
    before: object({ a: { type: "string", format: "date-time" } }),
    after: object({ a: { type: "string", format: "date" } }),
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
    answer: [["reads pattern-changed"], ["reads pattern-changed"]],
  },
  {
    title: "steps where none were",
    before: object({ a: { type: "integer" } }),
    after: object({ a: { type: "integer", multipleOf: 5 } }),
    request: [["breaks multiple-of-changed"], ["adds multiple-of-changed"]],
    answer: [["reads multiple-of-changed"], ["reads multiple-of-changed"]],
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
    answer: [["reads multiple-of-changed"], ["reads multiple-of-changed"]],
  },
  {
    title: "larger integers",
    before: object({ a: { type: "integer", format: "int32" } }),
    after: object({ a: { type: "integer", format: "int64" } }),
    request: [["adds format-changed"], ["breaks format-changed"]],
    answer: [["breaks format-changed"], ["breaks format-changed"]],
  },
  {
    title: "another encoding",
    before: object({ a: { type: "string", contentEncoding: "base64" } }),
    after: object({ a: { type: "string", contentEncoding: "base32" } }),
    request: [["breaks content-encoding-changed"], ["breaks content-encoding-changed"]],
    answer: [["breaks content-encoding-changed"], ["breaks content-encoding-changed"]],
  },
  // Every limit, raised: more is accepted of what is a most, less of what is a least.
  ...["maxLength", "maxItems", "maxProperties", "maximum", "exclusiveMaximum"].map((limit) => raised(limit, "adds", "breaks")),
  ...["minLength", "minItems", "minProperties", "minimum", "exclusiveMinimum"].map((limit) => raised(limit, "breaks", "adds")),
];

function raised(limit: string, there: string, back: string): SchemaCase {
  return {
    title: `${limit} raised`,
    before: object({ a: { [limit]: 5 } }),
    after: object({ a: { [limit]: 9 } }),
    request: [[`${there} limit-changed`], [`${back} limit-changed`]],
    answer: [["reads limit-changed"], ["reads limit-changed"]],
  };
}
