import type { SchemaCase } from "./schemaCases.ts";

const text = { type: "string" };

function object(properties: object, more: object = {}): object {
  return { type: "object", properties, ...more };
}

/** What is in an object, and what an object is made of. */
export const fieldCases: readonly SchemaCase[] = [
  {
    title: "a field more",
    before: object({ a: text }),
    after: object({ a: text, b: { type: "integer" } }),
    request: [["adds field-added"], ["breaks field-removed"]],
    answer: [["adds field-added"], ["breaks field-removed"]],
  },
  {
    title: "the first fields",
    before: { type: "object" },
    after: object({ a: text }),
    request: [["adds field-added"], ["breaks field-removed"]],
    answer: [["adds field-added"], ["breaks field-removed"]],
  },
  {
    title: "a required field more",
    before: object({ a: text }, { required: ["a"] }),
    after: object({ a: text, b: { type: "integer" } }, { required: ["a", "b"] }),
    request: [
      ["adds field-added", "breaks field-required"],
      ["adds field-optional", "breaks field-removed"],
    ],
    answer: [
      ["adds field-added", "adds field-required"],
      ["breaks field-optional", "breaks field-removed"],
    ],
  },
  {
    title: "a field that is required now",
    before: object({ a: text }),
    after: object({ a: text }, { required: ["a"] }),
    request: [["breaks field-required"], ["adds field-optional"]],
    answer: [["adds field-required"], ["breaks field-optional"]],
  },
  {
    title: "no fields beside the described ones",
    before: object({ a: text }),
    after: object({ a: text }, { additionalProperties: false }),
    request: [["breaks openness-changed"], ["adds openness-changed"]],
    answer: [["reads openness-changed"], ["reads openness-changed"]],
  },
  {
    title: "fields of any name",
    before: object({ a: text }),
    after: object({ a: text }, { additionalProperties: true }),
    request: [["adds openness-changed"], ["breaks openness-changed"]],
    answer: [["adds openness-changed"], ["breaks openness-changed"]],
  },
  {
    title: "an alternative more",
    before: { oneOf: [object({ a: text })] },
    after: { oneOf: [object({ a: text }), object({ z: { type: "integer" } })] },
    request: [["adds alternative-added"], ["breaks alternative-removed"]],
    answer: [["breaks alternative-added"], ["breaks alternative-removed"]],
  },
  {
    title: "a part more of all",
    before: { allOf: [object({ a: text })] },
    after: { allOf: [object({ a: text }), object({ z: { type: "integer" } }, { required: ["z"] })] },
    request: [
      ["adds field-added", "breaks field-required"],
      ["adds field-optional", "breaks field-removed"],
    ],
    answer: [
      ["adds field-added", "adds field-required"],
      ["breaks field-optional", "breaks field-removed"],
    ],
  },
  {
    title: "a secret",
    before: object({ a: text }),
    after: object({ a: { type: "string", "x-sensitive": true } }),
    request: [["adds secret-marked"], ["breaks secret-unmarked"]],
    answer: [["adds secret-marked"], ["breaks secret-unmarked"]],
  },
  {
    title: "a better grade of evidence",
    before: object({ a: { type: "string", "x-evidence": { grade: "assumed", note: "A." } } }),
    after: object({ a: { type: "string", "x-evidence": { grade: "observed", note: "A." } } }),
    request: [["adds evidence-raised"], ["reads evidence-lowered"]],
    answer: [["adds evidence-raised"], ["reads evidence-lowered"]],
  },
  {
    title: "another note on evidence",
    before: object({ a: { type: "string", "x-evidence": { grade: "assumed", note: "A." } } }),
    after: object({ a: { type: "string", "x-evidence": { grade: "assumed", note: "B." } } }),
    request: [["reads evidence-note-changed"], ["reads evidence-note-changed"]],
    answer: [["reads evidence-note-changed"], ["reads evidence-note-changed"]],
  },
  {
    title: "a deprecated field",
    before: object({ a: text }),
    after: object({ a: { type: "string", deprecated: true } }),
    request: [["adds deprecated"], ["reads deprecated"]],
    answer: [["adds deprecated"], ["reads deprecated"]],
  },
  {
    title: "another description",
    before: object({ a: { type: "string", description: "A." } }),
    after: object({ a: { type: "string", description: "B." } }),
    request: [["reads text-changed"], ["reads text-changed"]],
    answer: [["reads text-changed"], ["reads text-changed"]],
  },
  {
    title: "fields that are called like keywords",
    before: object({ description: text, examples: text, "x-evidence": text }),
    after: object({ description: text, default: text }),
    request: [
      ["adds field-added", "breaks field-removed", "breaks field-removed"],
      ["adds field-added", "adds field-added", "breaks field-removed"],
    ],
    answer: [
      ["adds field-added", "breaks field-removed", "breaks field-removed"],
      ["adds field-added", "adds field-added", "breaks field-removed"],
    ],
  },
  {
    title: "a list of another thing",
    before: { type: "array", items: text },
    after: { type: "array", items: { type: "integer" } },
    request: [["breaks type-changed"], ["breaks type-changed"]],
    answer: [["breaks type-changed"], ["breaks type-changed"]],
  },
  {
    title: "alternatives that are told in other words",
    before: {
      anyOf: [
        { const: "x", description: "The first." },
        { const: "y", description: "The second." },
      ],
    },
    after: {
      anyOf: [
        { const: "x", description: "What comes second." },
        { const: "y", description: "And what comes first." },
      ],
    },
    request: [
      ["reads text-changed", "reads text-changed"],
      ["reads text-changed", "reads text-changed"],
    ],
    answer: [
      ["reads text-changed", "reads text-changed"],
      ["reads text-changed", "reads text-changed"],
    ],
  },
  {
    title: "parts in another order",
    before: { allOf: [object({ a: text }), object({ b: { type: "integer" } })] },
    after: { allOf: [object({ b: { type: "integer" } }), object({ a: text })] },
    request: [[], []],
    answer: [[], []],
  },
  {
    title: "a field of another name",
    before: object({ a: { type: "string", minLength: 1 } }),
    after: object({ b: { type: "string", minLength: 1 } }),
    request: [
      ["adds field-added", "breaks field-removed"],
      ["adds field-added", "breaks field-removed"],
    ],
    answer: [
      ["adds field-added", "breaks field-removed"],
      ["adds field-added", "breaks field-removed"],
    ],
  },
];
