/** What operations are worth when they change: before, after, and the verdict on the change and on its reverse. */

export interface OperationCase {
  readonly title: string;
  readonly before: object;
  readonly after: object;
  /** `effect rule` of the change. */
  readonly there: readonly string[];
  /** And of the way back. */
  readonly back: readonly string[];
}

const limit = { name: "limit", in: "query", schema: { type: "integer" } };
const ok = { "200": { description: "Done.", content: { "application/json": { schema: { type: "object" } } } } };
const body = { content: { "application/json": { schema: { type: "object" } } } };
const oneExample = { content: { "application/json": { schema: { type: "object" }, examples: { first: { value: { a: 1 } } } } } };

function scopes(...alternatives: readonly (readonly string[])[]): object {
  return { security: alternatives.map((names) => ({ oauth2: names })) };
}

function answer(more: object): object {
  return { responses: { "200": { ...ok["200"], ...more } } };
}

export const operationCases: readonly OperationCase[] = [
  {
    title: "an optional parameter more",
    before: {},
    after: { parameters: [limit] },
    there: ["adds parameter-added"],
    back: ["breaks parameter-removed"],
  },
  {
    title: "a required parameter more",
    before: {},
    after: { parameters: [{ ...limit, required: true }] },
    there: ["breaks parameter-required"],
    back: ["breaks parameter-removed"],
  },
  {
    title: "a parameter that is required now",
    before: { parameters: [limit] },
    after: { parameters: [{ ...limit, required: true }] },
    there: ["breaks parameter-required"],
    back: ["adds parameter-optional"],
  },
  {
    title: "parameters in another order",
    before: { parameters: [limit, { name: "other", in: "query", schema: { type: "string" } }] },
    after: { parameters: [{ name: "other", in: "query", schema: { type: "string" } }, limit] },
    there: [],
    back: [],
  },
  {
    title: "a parameter that is written otherwise",
    before: { parameters: [{ ...limit, style: "form", explode: true }] },
    after: { parameters: [{ ...limit, style: "form", explode: false }] },
    there: ["breaks parameter-written-otherwise"],
    back: ["breaks parameter-written-otherwise"],
  },
  {
    title: "a parameter of another default",
    before: { parameters: [{ ...limit, schema: { type: "integer", default: 10 } }] },
    after: { parameters: [{ ...limit, schema: { type: "integer", default: 20 } }] },
    there: ["breaks default-changed"],
    back: ["breaks default-changed"],
  },
  {
    title: "a shared parameter that one operation takes",
    before: {},
    after: { parameters: [{ $ref: "#/components/parameters/Shared" }] },
    there: ["adds parameter-added"],
    back: ["breaks parameter-removed"],
  },
  { title: "an optional body", before: {}, after: { requestBody: body }, there: ["adds body-optional"], back: ["breaks body-removed"] },
  {
    title: "a required body",
    before: {},
    after: { requestBody: { ...body, required: true } },
    there: ["breaks body-required"],
    back: ["breaks body-removed"],
  },
  {
    title: "a body that is required now",
    before: { requestBody: body },
    after: { requestBody: { ...body, required: true } },
    there: ["breaks body-required"],
    back: ["adds body-optional"],
  },
  {
    title: "a body in one more form",
    before: { requestBody: body },
    after: { requestBody: { content: { ...body.content, "text/plain": { schema: { type: "string" } } } } },
    there: ["adds media-type-added"],
    back: ["breaks media-type-removed"],
  },
  {
    title: "one more status of success",
    before: {},
    after: { responses: { ...ok, "202": { description: "Later." } } },
    there: ["breaks status-added"],
    back: ["breaks status-removed"],
  },
  {
    title: "one more status of failure",
    before: {},
    after: { responses: { ...ok, "404": { description: "Nothing there." } } },
    there: ["adds status-added"],
    back: ["breaks status-removed"],
  },
  {
    title: "one more header of an answer",
    before: {},
    after: answer({ headers: { "X-More": { schema: { type: "string" } } } }),
    there: ["adds header-added"],
    back: ["breaks header-removed"],
  },
  {
    title: "a header that always comes",
    before: answer({ headers: { "X-More": { schema: { type: "string" } } } }),
    after: answer({ headers: { "X-More": { required: true, schema: { type: "string" } } } }),
    there: ["adds header-required"],
    back: ["breaks header-optional"],
  },
  {
    title: "one more scope will do",
    before: scopes(["a"]),
    after: scopes(["a"], ["b"]),
    there: ["adds scope-accepted"],
    back: ["breaks scope-needed"],
  },
  {
    title: "one more scope is needed",
    before: scopes(["a"]),
    after: scopes(["a", "b"]),
    there: ["breaks scope-needed"],
    back: ["adds scope-accepted"],
  },
  {
    title: "scopes in another order",
    before: scopes(["a"], ["b"]),
    after: scopes(["b"], ["a"]),
    there: ["reads scope-written-otherwise"],
    back: ["reads scope-written-otherwise"],
  },
  {
    title: "an alternative that another one contains",
    before: scopes(["a"]),
    after: scopes(["a"], ["a", "b"]),
    there: ["reads scope-written-otherwise"],
    back: ["reads scope-written-otherwise"],
  },
  {
    title: "an access token is needed",
    before: { security: [] },
    after: scopes(["a"]),
    there: ["breaks scope-needed"],
    back: ["adds scope-accepted"],
  },
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
    there: ["adds evidence-changed"],
    back: ["adds evidence-changed"],
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
