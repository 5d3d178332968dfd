import type { OperationCase } from "./operationCases.ts";

const limit = { name: "limit", in: "query", schema: { type: "integer" } };
const ok = { "200": { description: "Done.", content: { "application/json": { schema: { type: "object" } } } } };
const body = { content: { "application/json": { schema: { type: "object" } } } };
const listBody = { required: true, content: { "application/json": { schema: { type: "array", items: { type: "string" } } } } };
const formContent = {
  "application/x-www-form-urlencoded": { schema: { type: "object", properties: { a: { type: "array", items: { type: "string" } } } } },
};
function scopes(...alternatives: readonly (readonly string[])[]): object {
  return { security: alternatives.map((names) => ({ oauth2: names })) };
}

function answer(more: object): object {
  return { responses: { "200": { ...ok["200"], ...more } } };
}

/** Parameters, bodies, answers and scopes. */
export const wireCases: readonly OperationCase[] = [
  {
    title: "an optional parameter more",
    before: {},
    after: { parameters: [limit] },
    there: ["adds parameter-added", "breaks arguments-changed"],
    back: ["breaks parameter-removed"],
  },
  {
    title: "an optional parameter beside another",
    before: { parameters: [limit] },
    after: { parameters: [limit, { ...limit, name: "most" }] },
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
    title: "a parameter of another name",
    before: { parameters: [limit] },
    after: { parameters: [{ ...limit, name: "size" }] },
    there: ["adds parameter-added", "breaks parameter-removed"],
    back: ["adds parameter-added", "breaks parameter-removed"],
  },
  {
    title: "a parameter that is told in other words",
    before: { parameters: [limit, { ...limit, name: "most", description: "How many at most." }] },
    after: { parameters: [limit, { ...limit, name: "most", description: "The end of it." }] },
    there: ["reads text-changed"],
    back: ["reads text-changed"],
  },
  {
    title: "a parameter that is deprecated",
    before: { parameters: [limit] },
    after: { parameters: [{ ...limit, deprecated: true }] },
    there: ["adds deprecated"],
    back: ["reads deprecated"],
  },
  {
    title: "another status of success",
    before: {},
    after: { responses: { "201": ok["200"] } },
    there: ["breaks status-added", "breaks status-removed"],
    back: ["breaks status-added", "breaks status-removed"],
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
    there: ["adds parameter-added", "breaks arguments-changed"],
    back: ["breaks parameter-removed"],
  },
  {
    title: "an optional body",
    before: {},
    after: { requestBody: body },
    there: ["adds body-optional", "breaks arguments-changed"],
    back: ["breaks body-removed"],
  },
  {
    title: "a required body",
    before: {},
    after: { requestBody: { ...body, required: true } },
    there: ["breaks body-required"],
    back: ["breaks body-removed"],
  },
  {
    title: "a required body that is shared",
    before: {},
    after: { requestBody: { $ref: "#/components/requestBodies/Shared" } },
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
    title: "a parameter that is written by a media type",
    before: { parameters: [byMediaType({ type: "object", properties: { a: { type: "string" } } })] },
    after: { parameters: [byMediaType({ type: "object", properties: { a: { type: "integer" } } })] },
    there: ["breaks type-changed"],
    back: ["breaks type-changed"],
  },
  {
    title: "a parameter that may be empty",
    before: { parameters: [limit] },
    after: { parameters: [{ ...limit, allowEmptyValue: true }] },
    there: ["breaks parameter-written-otherwise"],
    back: ["breaks parameter-written-otherwise"],
  },
  {
    title: "a form whose fields are written otherwise",
    before: { requestBody: form({}) },
    after: { requestBody: form({ encoding: { a: { explode: false } } }) },
    there: ["breaks body-written-otherwise"],
    back: ["breaks body-written-otherwise"],
  },
  {
    title: "a server of its own",
    before: {},
    after: { servers: [{ url: "https://other.example" }] },
    there: ["breaks server-changed"],
    back: ["breaks server-changed"],
  },
  {
    title: "what can be called next",
    before: answer({}),
    after: answer({ links: { next: { operationId: "other" } } }),
    there: ["reads links-changed"],
    back: ["reads links-changed"],
  },
  {
    title: "a call back",
    before: {},
    after: { callbacks: { done: { "{$request.body#/url}": { post: { responses: ok } } } } },
    there: ["breaks callbacks-changed"],
    back: ["breaks callbacks-changed"],
  },
  {
    title: "a list as the body, and then a parameter beside it",
    before: { requestBody: listBody },
    after: { requestBody: listBody, parameters: [limit] },
    there: ["adds parameter-added", "breaks arguments-changed"],
    back: ["breaks arguments-changed", "breaks parameter-removed"],
  },
  {
    title: "a field that is called as a parameter is",
    before: { requestBody: objectBody({ a: { type: "string" } }), parameters: [limit] },
    after: { requestBody: objectBody({ a: { type: "string" }, limit: { type: "string" } }), parameters: [limit] },
    there: ["adds field-added", "breaks arguments-changed"],
    back: ["breaks arguments-changed", "breaks field-removed"],
  },
  {
    title: "JSON beside a form",
    before: { requestBody: form({}) },
    after: {
      requestBody: {
        content: { ...formContent, "application/json": { schema: { type: "object", properties: { b: { type: "integer" } } } } },
      },
    },
    there: ["adds media-type-added", "breaks media-type-preferred"],
    back: ["breaks media-type-preferred", "breaks media-type-removed"],
  },
  {
    title: "JSON beside text as an answer",
    before: { responses: { "200": { description: "Done.", content: { "text/csv": { schema: { type: "string" } } } } } },
    after: {
      responses: {
        "200": {
          description: "Done.",
          content: { "text/csv": { schema: { type: "string" } }, "application/json": { schema: { type: "object" } } },
        },
      },
    },
    there: ["adds media-type-added", "breaks media-type-preferred"],
    back: ["breaks media-type-preferred", "breaks media-type-removed"],
  },
];

function byMediaType(schema: object): object {
  return { name: "filter", in: "query", content: { "application/json": { schema } } };
}

function objectBody(properties: object): object {
  return { required: true, content: { "application/json": { schema: { type: "object", properties } } } };
}

function form(more: object): object {
  const schema = { type: "object", properties: { a: { type: "array", items: { type: "string" } } } };
  return { content: { "application/x-www-form-urlencoded": { schema, ...more } } };
}
