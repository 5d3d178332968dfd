/** What schemas are worth when they change: before, after, and the verdict on the change and on its reverse, in both directions. */

export interface SchemaCase {
  readonly title: string;
  readonly before: object;
  readonly after: object;
  /** `effect rule` of the change and of the way back, for what is sent. */
  readonly request: readonly [readonly string[], readonly string[]];
  /** The same for what is answered. */
  readonly answer: readonly [readonly string[], readonly string[]];
}

const text = { type: "string" };

function object(properties: object, more: object = {}): object {
  return { type: "object", properties, ...more };
}

export const schemaCases: readonly SchemaCase[] = [
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
    request: [["breaks type-changed"], ["breaks type-changed"]],
    answer: [["breaks type-changed"], ["breaks type-changed"]],
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
    request: [["breaks field-required"], ["breaks field-removed"]],
    answer: [["adds field-added"], ["breaks field-removed"]],
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
    request: [["adds evidence-changed"], ["adds evidence-changed"]],
    answer: [["adds evidence-changed"], ["adds evidence-changed"]],
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
];
