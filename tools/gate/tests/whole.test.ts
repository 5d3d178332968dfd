import { expect, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { findingsBetween } from "../decide.ts";
import type { Finding } from "../judge/judge.ts";

const ok = { "200": { description: "Done.", content: { "application/json": { schema: { type: "object" } } } } };
const withResponse = (of: object): object => ({
  responses: { "200": { description: "Done.", content: { "application/json": { schema: of } } } },
});
const schema = { type: "object", properties: { a: { type: "string" } } };
const using = (name: string): object => withResponse({ $ref: `#/components/schemas/${name}` });
const path = (id: string, more: object = {}): object => ({
  post: { operationId: id, tags: ["case"], security: [], responses: ok, ...more },
});
const inPath = (name: string): object => ({ parameters: [{ name, in: "path", required: true, schema: { type: "string" } }] });
const flows = (scopes: object): object => ({ authorizationCode: { authorizationUrl: "/a", tokenUrl: "/t", scopes } });

const before = {
  openapi: "3.1.0",
  info: { title: "Whole", version: "1.0.0", description: "A." },
  servers: [{ url: "http://one.example" }],
  tags: [{ name: "case", description: "A." }],
  paths: {
    "/gone": path("gone"),
    "/moved/old": path("moved"),
    "/named/{a}": path("named", inPath("a")),
    "/called": path("called", using("Old")),
    "/kept": path("kept", using("Kept")),
    "/part": path("part", { parameters: [{ $ref: "#/components/parameters/OldPart" }] }),
  },
  components: {
    schemas: { Old: { ...schema, description: "A." }, Kept: { ...schema, title: "Kept" } },
    parameters: { OldPart: { name: "part", in: "query", schema: { type: "string" } } },
    securitySchemes: { oauth2: { type: "oauth2", flows: flows({ gone: "G.", kept: "K." }) }, key: { type: "http", scheme: "bearer" } },
  },
  "x-data": {
    gone: { description: "A.", value: 1 },
    grown: { description: "A.", value: [{ id: 1, name: "one" }] },
    shrunk: { description: "A.", value: [1, 2] },
    described: { description: "A.", value: 1 },
  },
  "x-sunset-interfaces": [{ name: "One", date: "2026-01-01", replacement: null, pathPrefixes: ["/one"] }],
} as unknown as Document;
const after = {
  openapi: "3.1.0",
  info: { title: "Whole", version: "2.0.0", description: "B." },
  servers: [{ url: "http://two.example" }],
  tags: [{ name: "case", description: "B." }],
  paths: {
    "/come": path("come"),
    "/moved/new": path("moved"),
    "/named/{b}": path("named", inPath("b")),
    "/called": path("called", using("New")),
    "/kept": path("kept", using("Kept")),
    "/part": path("part", { parameters: [{ $ref: "#/components/parameters/NewPart" }] }),
  },
  components: {
    schemas: { New: { ...schema, description: "B." }, Kept: { ...schema, title: "Kept" } },
    parameters: { NewPart: { name: "part", in: "query", schema: { type: "string" } } },
    securitySchemes: { oauth2: { type: "oauth2", flows: flows({ come: "C.", kept: "L." }) }, key: { type: "http", scheme: "basic" } },
  },
  "x-data": {
    come: { description: "A.", value: 1 },
    grown: { description: "A.", value: [{ name: "one", id: 1 }, 2] },
    shrunk: { description: "A.", value: [1] },
    described: { description: "B.", value: 1 },
  },
  "x-sunset-interfaces": [],
  "x-versions": { interfaces: { One: { prefix: "/kept", areas: ["case"], versions: { v3: { prefix: "/v3/kept" } } } } },
} as unknown as Document;
const lines = (findings: readonly Finding[]): string[] =>
  findings.map(({ effect, rule, subject, place }) => [effect, rule, subject, place].filter((word) => word !== "").join(" | "));

test("reports added, removed and renamed operations, types, scopes, servers and constants", () => {
  expect(lines(findingsBetween(before, after))).toEqual([
    "breaks | operation-moved | moved",
    "breaks | path-written-otherwise | named",
    "adds | operation-added | come",
    "breaks | operation-removed | gone",
    "adds | type-added | New",
    "breaks | type-removed | Old",
    "adds | part-added | parameters/NewPart",
    "breaks | part-removed | parameters/OldPart",
    "breaks | server-changed | document",
    "breaks | scope-removed | document | scope gone",
    "breaks | authentication-changed | document | authentication key",
    "breaks | constant-removed | document | constant gone",
    "breaks | constant-changed | document | constant shrunk",
    "adds | scope-added | document | scope come",
    "adds | constant-grown | document | constant grown",
    "adds | constant-added | document | constant come",
    "adds | version-added | document | version One v3",
    "adds | sunset-interface-removed | document | sunset interface /one",
    "reads | text-changed | document | info",
    "reads | text-changed | document | scope kept",
    "reads | text-changed | document | constant described",
    "reads | text-changed | document | area case",
  ]);
});

test("the version, the hash and the order of keys are ignored", () => {
  const reordered = JSON.parse(JSON.stringify(before)) as { info: object; paths: object };
  const paths = Object.fromEntries(Object.entries(reordered.paths).reverse());
  const same = {
    ...reordered,
    info: { ...reordered.info, version: "9.9.9", "x-content-hash": "sha256-0" },
    paths,
  } as unknown as Document;
  expect(findingsBetween(before, same)).toEqual([]);
});

test("an operation is reported as renamed even if another operation takes its old name", () => {
  const sides = [{ "/x": path("a") }, { "/x": path("b"), "/y": path("a") }].map((paths) => ({ ...before, paths }) as unknown as Document);
  const found = lines(findingsBetween(sides[0] as Document, sides[1] as Document)).filter((line) => line.includes("operation-"));
  expect(found).toEqual(["breaks | operation-renamed | b", "adds | operation-added | a"]);
});

test("fields in data are not compared as text, even if they are named like text keywords", () => {
  const withDefault = (text: string): Document => {
    const limit = { name: "limit", in: "query", schema: { type: "object", default: { description: text, "x-evidence": text } } };
    return { ...before, paths: { "/x": path("x", { parameters: [limit] }) } } as unknown as Document;
  };
  expect(lines(findingsBetween(withDefault("A."), withDefault("B.")))).toEqual(["breaks | default-changed | x | query parameter limit"]);
});

test("an example of a new response is not a changed example", () => {
  const responding = (...statuses: readonly string[]): Document => {
    const content = { "application/json": { schema: { type: "object" }, examples: { first: { value: { a: 1 } } } } };
    const responses = Object.fromEntries(statuses.map((status) => [status, { description: "Done.", content }]));
    return { ...before, paths: { "/x": { post: { operationId: "x", tags: ["case"], security: [], responses } } } } as unknown as Document;
  };
  expect(lines(findingsBetween(responding("200"), responding("200", "404")))).toEqual(["adds | status-added | x | response 404"]);
});

test("reports added and removed security schemes", () => {
  const more = {
    ...before,
    components: {
      ...before.components,
      securitySchemes: { ...before.components?.securitySchemes, more: { type: "http", scheme: "basic" } },
    },
  } as unknown as Document;
  expect(lines(findingsBetween(before, more))).toEqual(["adds | authentication-added | document | authentication more"]);
  expect(lines(findingsBetween(more, before))).toEqual(["breaks | authentication-changed | document | authentication more"]);
});

test("reports an enum that becomes an exported constant, and vice versa", () => {
  const type = (status: object): Document => {
    const schemas = { Kept: { type: "object", properties: { status } } };
    return { ...before, paths: { "/kept": path("case.kept", using("Kept")) }, components: { schemas } } as unknown as Document;
  };
  const [set, constant] = [type({ type: "string", enum: ["x"] }), type({ const: "x" })];
  expect(lines(findingsBetween(set, constant))).toEqual(["breaks | constant-removed | document | constant enums.Kept.status"]);
  expect(lines(findingsBetween(constant, set))).toEqual(["adds | constant-added | document | constant enums.Kept.status"]);
  expect(findingsBetween(set, constant, "control")).toEqual([]);
});

test("judges the client of the control API, which is generated too", () => {
  const listing = (operation: object, ...fields: readonly string[]): Document => {
    const properties = Object.fromEntries(fields.map((name) => [name, { type: "array", items: { type: "string" } }]));
    return {
      ...before,
      paths: { "/list": path("case.list", { ...withResponse({ type: "object", properties, required: ["results"] }), ...operation }) },
    } as unknown as Document;
  };
  const linesOf = (one: Document, other: Document): string[] =>
    findingsBetween(one, other, "control").map(({ effect, place, message }) => `${effect} ${place}: ${message}`);
  const [none, query] = [
    listing({}, "results"),
    listing({ parameters: [{ name: "after", in: "query", schema: { type: "string" } }] }, "results"),
  ];
  expect(linesOf(none, query)).toEqual([
    "breaks : The function now takes parameters before its options. Code that passes options does not compile.",
    "adds query parameter after: The optional parameter was added.",
  ]);
  const page = listing({}, "results", "paging");
  expect(linesOf(none, page)).toEqual([
    "breaks : The return value changed from `a list` to `the whole response`. Existing calls do not compile.",
    "adds response 200 field paging: The field was added to responses.",
  ]);
  expect(linesOf(page, none)).toEqual([
    "breaks response 200 field paging: The field was removed from responses. Code that reads it does not compile.",
    "breaks : The return value changed from `the whole response` to `a list`. Existing calls do not compile.",
  ]);
});

test("judges webhooks from the receiver's point of view", () => {
  const webhook = (values: readonly string[], more: object = {}): Document => {
    const event = { type: "object", properties: { kind: { enum: values } } };
    const content = { "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Happening" } } } };
    const post = { operationId: "case.receive", tags: ["case"], security: [], requestBody: { content }, responses: ok, ...more };
    return { ...before, paths: {}, webhooks: { happened: { post } }, components: { schemas: { Happening: event } } } as unknown as Document;
  };
  const header = (name: string): object => ({ parameters: [{ name, in: "header", schema: { type: "string" } }] });
  const compare = (one: Document, other: Document): string[] => lines(findingsBetween(one, other));
  const without = { ...webhook(["a"]), webhooks: {} };
  expect(compare(without, webhook(["a"]))).toEqual(["adds | webhook-added | case.receive"]);
  expect(compare(webhook(["a"]), without)).toEqual(["breaks | webhook-removed | case.receive"]);
  expect(compare(webhook(["a"]), webhook(["a", "b"]))).toEqual(["breaks | value-added | Happening | field kind"]);
  expect(compare(webhook(["a", "b"]), webhook(["a"]))).toEqual(["breaks | value-removed | Happening | field kind"]);
  expect(compare(webhook(["a"], header("One")), webhook(["a"], header("Two")))).toEqual([
    "breaks | header-removed | case.receive | header One",
    "adds | header-added | case.receive | header Two",
  ]);
  expect(compare(webhook(["a"]), webhook(["a"], { summary: "Receive.", responses: {} }))).toEqual([
    "reads | webhook-changed | case.receive",
    "reads | text-changed | case.receive",
  ]);
  expect(compare(webhook(["a"]), webhook(["a"], { requestBody: undefined }))).toEqual(["breaks | body-removed | case.receive | body"]);
});
