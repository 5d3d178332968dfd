import type { SchemaCase } from "./schemaCases.ts";

const text = { type: "string" };
const number = { type: "integer" };

function object(properties: object, more: object = {}): object {
  return { type: "object", properties, ...more };
}

/** The same verdicts in both directions. */
function both(there: readonly string[], back: readonly string[]): Pick<SchemaCase, "request" | "answer"> {
  return { request: [there, back], answer: [there, back] };
}

/** One thing written in several forms, and things that are one of several forms. */
export const formCases: readonly SchemaCase[] = [
  {
    title: "the same fields in parts",
    before: object({ a: text, b: number }, { required: ["a", "b"] }),
    after: { allOf: [object({ a: text }, { required: ["a"] }), object({ b: number }, { required: ["b"] })] },
    ...both([], []),
  },
  {
    title: "the same types as alternatives",
    before: { type: ["string", "null"] },
    after: { anyOf: [{ type: "string" }, { type: "null" }] },
    ...both([], []),
  },
  { title: "a constant as a closed set", before: { const: "x" }, after: { enum: ["x"] }, ...both([], []) },
  {
    title: "null where the closed set has none",
    before: { type: "string", enum: ["x"] },
    after: { type: ["string", "null"], enum: ["x"] },
    request: [["adds type-changed"], ["breaks type-changed"]],
    answer: [["breaks type-changed"], ["adds type-changed"]],
  },
  {
    title: "a closed set as constants, each with its text",
    before: { type: "string", enum: ["x", "y"] },
    after: {
      oneOf: [
        { const: "x", description: "One." },
        { const: "y", description: "Another." },
      ],
    },
    ...both([], []),
  },
  { title: "the type of a closed set", before: { enum: ["x"] }, after: { type: "string", enum: ["x"] }, ...both([], []) },
  {
    title: "what holds anyway, said",
    before: object({ a: { type: "array", items: text } }),
    after: object({ a: { type: "array", items: text, minItems: 0, uniqueItems: false, deprecated: false, unevaluatedProperties: true } }),
    ...both([], []),
  },
  {
    title: "one of several, where it could be anything",
    before: object({ a: {} }),
    after: object({ a: { oneOf: [text, number] } }),
    request: [["breaks alternatives-changed"], ["adds alternatives-changed"]],
    answer: [["adds alternatives-changed"], ["breaks alternatives-changed"]],
  },
  {
    title: "one list of alternatives beside another",
    before: { type: "object", oneOf: [object({ a: text })], anyOf: [object({ b: text })] },
    after: { type: "object", oneOf: [object({ a: text })], anyOf: [object({ c: text })] },
    ...both(["breaks alternatives-changed"], ["breaks alternatives-changed"]),
  },
  {
    title: "a null less",
    before: { anyOf: [object({ a: text }), { type: "null" }] },
    after: { anyOf: [object({ a: text })] },
    request: [["breaks alternative-removed"], ["adds alternative-added"]],
    answer: [["adds alternative-removed"], ["breaks alternative-added"]],
  },
  { title: "items of anything", before: { type: "array" }, after: { type: "array", items: {} }, ...both([], []) },
  {
    title: "fields of any name, said in two ways",
    before: { type: "object", additionalProperties: true },
    after: { type: "object", additionalProperties: {} },
    ...both([], []),
  },
  {
    title: "one form beside another",
    before: object({ a: text }),
    after: { oneOf: [object({ a: text }), object({ z: number })] },
    request: [["adds alternative-added"], ["breaks alternative-removed"]],
    answer: [["breaks alternative-added"], ["breaks alternative-removed"]],
  },
  {
    title: "alternatives in another order",
    before: { oneOf: [object({ a: text }), object({ z: number })] },
    after: { oneOf: [object({ z: number }), object({ a: text })] },
    ...both([], []),
  },
  {
    title: "a field of one alternative",
    before: { oneOf: [object({ a: text }), object({ z: number })] },
    after: { oneOf: [object({ z: number, y: text }), object({ a: text })] },
    ...both(["adds field-added"], ["breaks field-removed"]),
  },
  {
    title: "one of them, where it could be several",
    before: { anyOf: [object({ a: text }), object({ z: number })] },
    after: { oneOf: [object({ a: text }), object({ z: number })] },
    request: [["breaks alternatives-changed"], ["reads alternatives-changed"]],
    answer: [["reads alternatives-changed"], ["reads alternatives-changed"]],
  },
  {
    title: "alternatives beside fields",
    before: object({ a: text, b: text }),
    after: object({ a: text, b: text }, { anyOf: [{ required: ["a"] }, { required: ["b"] }] }),
    request: [["breaks alternatives-changed"], ["adds alternatives-changed"]],
    answer: [["adds alternatives-changed"], ["breaks alternatives-changed"]],
  },
  {
    title: "alternatives told apart by another field",
    before: { oneOf: [object({ a: text })], discriminator: { propertyName: "a" } },
    after: { oneOf: [object({ a: text })], discriminator: { propertyName: "b" } },
    ...both(["breaks discriminator-changed"], ["breaks discriminator-changed"]),
  },
  {
    title: "alternatives told apart by another value",
    before: { oneOf: [object({ a: { const: "x" } })], discriminator: { propertyName: "a", mapping: { x: "#/components/schemas/One" } } },
    after: { oneOf: [object({ a: { const: "y" } })], discriminator: { propertyName: "a", mapping: { y: "#/components/schemas/One" } } },
    request: [
      ["breaks discriminator-changed", "breaks value-removed"],
      ["breaks discriminator-changed", "breaks value-removed"],
    ],
    answer: [
      ["breaks discriminator-changed", "breaks value-removed"],
      ["breaks discriminator-changed", "breaks value-removed"],
    ],
  },
  {
    title: "a value that tells another alternative",
    before: { oneOf: [object({ a: text })], discriminator: { propertyName: "a", mapping: { x: "#/components/schemas/One" } } },
    after: { oneOf: [object({ a: text })], discriminator: { propertyName: "a", mapping: { x: "#/components/schemas/Two" } } },
    ...both(["breaks discriminator-changed"], ["breaks discriminator-changed"]),
  },
  {
    title: "a value more that tells an alternative",
    before: { oneOf: [object({ a: text })], discriminator: { propertyName: "a", mapping: { x: "#/components/schemas/One" } } },
    after: {
      oneOf: [object({ a: text })],
      discriminator: { propertyName: "a", mapping: { x: "#/components/schemas/One", y: "#/components/schemas/One" } },
    },
    request: [["adds discriminator-changed"], ["breaks discriminator-changed"]],
    answer: [["breaks discriminator-changed"], ["breaks discriminator-changed"]],
  },
  {
    title: "fields of any name, of one type",
    before: object({ a: text }),
    after: object({ a: text }, { additionalProperties: text }),
    request: [["breaks openness-changed"], ["breaks openness-changed"]],
    answer: [["adds openness-changed"], ["breaks openness-changed"]],
  },
  {
    title: "fields of any name, of one type, that are none now",
    before: { type: "object", additionalProperties: text },
    after: { type: "object", additionalProperties: false },
    request: [["breaks openness-changed"], ["breaks openness-changed"]],
    answer: [["breaks openness-changed"], ["adds openness-changed"]],
  },
  {
    title: "fields of any name, of any type",
    before: { type: "object", additionalProperties: text },
    after: { type: "object", additionalProperties: true },
    request: [["adds type-changed"], ["breaks type-changed"]],
    answer: [["breaks type-changed"], ["adds type-changed"]],
  },
  {
    title: "fields of any name, of another type",
    before: { type: "object", additionalProperties: text },
    after: { type: "object", additionalProperties: number },
    ...both(["breaks type-changed"], ["breaks type-changed"]),
  },
  {
    title: "items where they could be anything",
    before: { type: "array" },
    after: { type: "array", items: text },
    request: [["breaks type-changed"], ["adds type-changed"]],
    answer: [["adds type-changed"], ["breaks type-changed"]],
  },
  {
    title: "items of their own form, exchanged",
    before: { type: "array", prefixItems: [text, number] },
    after: { type: "array", prefixItems: [number, text] },
    ...both(["breaks type-changed", "breaks type-changed"], ["breaks type-changed", "breaks type-changed"]),
  },
  {
    title: "one more item of its own form",
    before: { type: "array", prefixItems: [text] },
    after: { type: "array", prefixItems: [text, number] },
    ...both(["breaks items-changed"], ["breaks items-changed"]),
  },
  {
    title: "a field that is only read",
    before: object({ a: text }),
    after: object({ a: { type: "string", readOnly: true } }),
    request: [["breaks field-removed"], ["adds field-added"]],
    answer: [["breaks read-only-changed"], ["reads read-only-changed"]],
  },
  {
    title: "a required field that is only read",
    before: object({ a: text }, { required: ["a"] }),
    after: object({ a: { type: "string", readOnly: true } }, { required: ["a"] }),
    request: [
      ["adds field-optional", "breaks field-removed"],
      ["adds field-added", "breaks field-required"],
    ],
    answer: [["breaks read-only-changed"], ["reads read-only-changed"]],
  },
  {
    title: "a field that is only written",
    before: object({ a: text }),
    after: object({ a: { type: "string", writeOnly: true } }),
    request: [[], []],
    answer: [["breaks field-removed"], ["adds field-added"]],
  },
  {
    title: "items that are all different",
    before: { type: "array", items: text },
    after: { type: "array", items: text, uniqueItems: true },
    request: [["breaks constraint-changed"], ["adds constraint-changed"]],
    answer: [["reads constraint-changed"], ["breaks constraint-changed"]],
  },
  {
    title: "an item of a kind, at least one",
    before: object({ a: text }),
    after: object({ a: text }, { contains: text }),
    request: [["breaks constraint-changed"], ["adds constraint-changed"]],
    answer: [["reads constraint-changed"], ["breaks constraint-changed"]],
  },
  {
    title: "names of fields that keep to a pattern",
    before: object({ a: text }),
    after: object({ a: text }, { propertyNames: { pattern: "^x" } }),
    request: [["breaks constraint-changed"], ["adds constraint-changed"]],
    answer: [["reads constraint-changed"], ["breaks constraint-changed"]],
  },
  {
    title: "a field that asks for another",
    before: object({ a: text }),
    after: object({ a: text }, { dependentRequired: { a: ["b"] } }),
    request: [["breaks constraint-changed"], ["adds constraint-changed"]],
    answer: [["reads constraint-changed"], ["breaks constraint-changed"]],
  },
  {
    title: "a form that it is not",
    before: object({ a: text }),
    after: object({ a: text }, { not: { required: ["a"] } }),
    request: [["breaks constraint-changed"], ["adds constraint-changed"]],
    answer: [["reads constraint-changed"], ["breaks constraint-changed"]],
  },
  {
    title: "no fields beside those of its parts",
    before: object({ a: text }),
    after: object({ a: text }, { unevaluatedProperties: false }),
    request: [["breaks constraint-changed"], ["adds constraint-changed"]],
    answer: [["reads constraint-changed"], ["reads constraint-changed"]],
  },
  {
    title: "another form that it is not",
    before: object({ a: text }, { not: { required: ["a"] } }),
    after: object({ a: text }, { not: { required: ["b"] } }),
    ...both(["breaks constraint-changed"], ["breaks constraint-changed"]),
  },
  {
    title: "names of fields by a pattern",
    before: { type: "object" },
    after: { type: "object", patternProperties: { "^x": text } },
    request: [["breaks openness-changed"], ["breaks openness-changed"]],
    answer: [["adds openness-changed"], ["breaks openness-changed"]],
  },
  {
    title: "a keyword that no rule knows",
    before: object({ a: text }),
    after: object({ a: { type: "string", contentLanguage: "en" } }),
    ...both(["breaks unrated-changed"], ["breaks unrated-changed"]),
  },
];
