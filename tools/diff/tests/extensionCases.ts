import type { OperationCase } from "./operationCases.ts";

const limit = { name: "limit", in: "query", schema: { type: "integer" } };
const body = { content: { "application/json": { schema: { type: "object" } } } };
const oneExample = { content: { "application/json": { schema: { type: "object" }, examples: { first: { value: { a: 1 } } } } } };

/** Extensions, examples, names and texts. */
export const extensionCases: readonly OperationCase[] = [
  {
    title: "no repeat after a failure",
    before: { "x-retry": "safe" },
    after: { "x-retry": "never" },
    there: ["breaks retry-changed"],
    back: ["adds retry-changed"],
  },
  {
    title: "no repeat but after a 429",
    before: { "x-retry": "safe" },
    after: { "x-retry": "on-rate-limit" },
    there: ["breaks retry-changed"],
    back: ["adds retry-changed"],
  },
  { title: "a batch", before: {}, after: { "x-batch": { inputs: "" } }, there: ["adds batch-changed"], back: ["breaks batch-changed"] },
  {
    title: "a batch by another list",
    before: { "x-batch": { inputs: "" } },
    after: { "x-batch": { inputs: "/a" } },
    there: ["breaks batch-changed"],
    back: ["breaks batch-changed"],
  },
  {
    title: "a batch whose inputs are matched with results in another way",
    before: { "x-batch": { inputs: "" } },
    after: { "x-batch": { inputs: "", match: { input: ["/id"], result: ["/id"] } } },
    there: ["adds batch-changed"],
    back: ["adds batch-changed"],
  },
  {
    title: "pages",
    before: {},
    after: { "x-pagination": { style: "offset" } },
    there: ["adds pagination-changed"],
    back: ["breaks pagination-changed"],
  },
  {
    title: "a key for repeats",
    before: {},
    after: { "x-idempotency-key": "/a" },
    there: ["adds idempotency-key-changed"],
    back: ["breaks idempotency-key-changed"],
  },
  {
    title: "a key for repeats elsewhere",
    before: { "x-idempotency-key": "/a" },
    after: { "x-idempotency-key": "/b" },
    there: ["breaks idempotency-key-changed"],
    back: ["breaks idempotency-key-changed"],
  },
  {
    title: "deprecated without a date",
    before: {},
    after: { deprecated: true, "x-sunset": { date: null, replacement: null } },
    there: ["adds deprecated"],
    back: ["reads deprecated", "reads sunset-changed"],
  },
  {
    title: "a day on which it ends",
    before: { deprecated: true, "x-sunset": { date: null, replacement: null } },
    after: { deprecated: true, "x-sunset": { date: "2027-01-01", replacement: null } },
    there: ["adds sunset-changed"],
    back: ["reads sunset-changed"],
  },
  {
    title: "an earlier day on which it ends",
    before: { deprecated: true, "x-sunset": { date: "2027-01-01", replacement: null } },
    after: { deprecated: true, "x-sunset": { date: "2026-01-01", replacement: null } },
    there: ["breaks sunset-changed"],
    back: ["adds sunset-changed"],
  },
  {
    title: "an example more",
    before: { requestBody: body },
    after: { requestBody: oneExample },
    there: ["adds example-added"],
    back: ["breaks example-removed"],
  },
  {
    title: "an example of another name",
    before: { requestBody: oneExample },
    after: { requestBody: { content: { "application/json": { schema: { type: "object" }, examples: { second: { value: { a: 1 } } } } } } },
    there: ["breaks example-renamed"],
    back: ["breaks example-renamed"],
  },
  {
    title: "an example of other data",
    before: { requestBody: oneExample },
    after: { requestBody: { content: { "application/json": { schema: { type: "object" }, examples: { first: { value: { a: 2 } } } } } } },
    there: ["reads example-changed"],
    back: ["reads example-changed"],
  },
  {
    title: "evidence of another grade",
    before: {},
    after: { "x-evidence": { grade: "assumed", note: "A." } },
    there: ["reads evidence-lowered"],
    back: ["adds evidence-raised"],
  },
  {
    title: "another area",
    before: { tags: ["one"] },
    after: { tags: ["two"] },
    there: ["breaks area-changed"],
    back: ["breaks area-changed"],
  },
  {
    title: "another name",
    before: {},
    after: { operationId: "renamed" },
    there: ["breaks operation-renamed"],
    back: ["breaks operation-renamed"],
  },
  {
    title: "another description",
    before: { description: "A." },
    after: { description: "B." },
    there: ["reads text-changed"],
    back: ["reads text-changed"],
  },
  {
    title: "another summary",
    before: { summary: "A" },
    after: { summary: "B" },
    there: ["reads text-changed"],
    back: ["reads text-changed"],
  },
  {
    title: "nothing",
    before: { "x-retry": "safe", parameters: [limit] },
    after: { parameters: [limit], "x-retry": "safe" },
    there: [],
    back: [],
  },
];
