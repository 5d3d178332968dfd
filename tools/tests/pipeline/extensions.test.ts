import { globSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import openapiTypeScript, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { buildModel } from "../../pipeline/model/build.ts";
import type { Model, Operation } from "../../pipeline/model/model.ts";
import { readSources } from "../../pipeline/pipeline.ts";
import { root, temporaryFolder } from "../workspace.ts";

const text = { type: "string" };
const count = { type: "integer" };
const listOf = (items: object): object => ({ type: "array", items });
const object = (properties: object): object => ({ type: "object", properties });
const json = (schema: object): object => ({ description: "A body.", content: { "application/json": { schema } } });

const input = object({ id: text, after: text });
const result = object({ from: object({ id: text }), to: listOf(text), next: text });
const request = { required: true, ...json(object({ inputs: { ...listOf(input), maxItems: 50 }, single: text })) };
const failure = object({ context: object({ ids: listOf(text) }) });
const responses = {
  200: json(object({ results: listOf(result), single: text, total: count, errors: listOf(failure) })),
  204: { description: "Nothing." },
};
const limitAndOffset = ["limit", "offset"].map((name) => ({ name, in: "query", schema: count }));
const byInput = {
  style: "input",
  inputs: "/inputs",
  id: "/id",
  cursor: "/after",
  results: "/results",
  of: "/from/id",
  items: "/to",
  next: "/next",
};
const property = { name: "/single", values: "/from", requested: "/inputs" };
const match = { input: ["/id"], result: ["/from/id"], errors: "/context/ids", id: "/from/id", property };
const batch = { inputs: "/inputs", results: "/results" };
const byOffset = { style: "offset", limit: "limit", offset: "offset", items: "/results", total: "/total" };
const byChunks = { style: "chunks", limit: "limit", cursor: "offset", items: "/results", more: "/hasMore", next: "/offset" };
const byCursor = { style: "cursor", limit: "limit", cursor: "offset", items: "/results", next: "/single" };
const byCursorInBody = { ...byCursor, limit: "/single", cursor: "/single" };
const window = { size: 10_000, total: "/total", id: "id" };
const key = "x-idempotency-key";

const operations: Readonly<Record<string, object>> = {
  right: { "x-batch": batch, "x-pagination": byInput, [key]: "/single" },
  matched: { "x-batch": { ...batch, match } },
  unmatched: { "x-batch": { ...batch, match: { ...match, result: ["/from", "/id"] } } },
  matchedNowhere: {
    "x-batch": {
      ...batch,
      match: {
        input: ["/of"],
        result: ["/of"],
        errors: "/ids",
        variant: "/type",
        id: "/own",
        property: { name: "/name", values: "/values", requested: "/names" },
      },
    },
  },
  list: { requestBody: { required: true, ...json({ ...listOf(input), maxItems: 7 }) }, "x-batch": { inputs: "" } },
  unlimited: {
    requestBody: {
      required: true,
      ...json({ allOf: [{ $ref: "#/components/schemas/Secrets" }, object({ "a/b": listOf(input), deep: object({ key: text }) })] }),
    },
    "x-batch": { inputs: "/a~1b" },
    [key]: "/deep/key",
  },
  byOffset: { parameters: limitAndOffset, "x-pagination": byOffset },
  byChunks: {
    parameters: limitAndOffset,
    responses: { 200: json(listOf(object({ results: listOf(text), hasMore: { type: "boolean" }, offset: count }))) },
    "x-pagination": byChunks,
  },
  byCursor: { parameters: limitAndOffset, "x-pagination": byCursor },
  byCursorInBody: { "x-pagination": byCursorInBody },
  byWindow: { "x-pagination": { ...byCursorInBody, window } },
  noWindow: { "x-pagination": { ...byCursorInBody, window: { ...window, total: "/count" } } },
  noCursor: { "x-pagination": { ...byCursor, limit: "/limit", next: "/next" } },
  noChunks: { parameters: limitAndOffset, responses: { 200: json(listOf(object({ results: text }))) }, "x-pagination": byChunks },
  noObject: { "x-batch": "/inputs", "x-pagination": "offset", [key]: ["single"] },
  wrongShape: { "x-batch": { inputs: "/inputs", results: "" }, "x-pagination": { ...byInput, of: "from" }, [key]: "single" },
  twoSteps: { "x-batch": { inputs: "/body/inputs" }, "x-pagination": { style: "pages" }, [key]: "" },
  nowhere: { "x-batch": { inputs: "/input" }, "x-pagination": { ...byInput, of: "/of" }, [key]: "/inputs/key" },
  noList: { "x-batch": { inputs: "/single" }, "x-pagination": { ...byInput, items: "/next" }, [key]: "/__proto__" },
  noResults: { "x-batch": { inputs: "/inputs", results: "/single" }, "x-pagination": { ...byOffset, items: "/single" } },
  noParameters: { "x-pagination": byOffset },
  noBody: { requestBody: undefined, "x-batch": { inputs: "" }, "x-pagination": byInput, [key]: "/single" },
  noResponse: { responses: { 204: responses[204] }, "x-batch": { inputs: "/inputs", results: "/results" }, "x-pagination": byInput },
  beside: {
    parameters: [{ name: "inputs", in: "query", schema: text }],
    "x-batch": { inputs: "/inputs" },
    "x-pagination": byInput,
  },
  noAlternative: {
    requestBody: { required: true, ...json({ oneOf: [object({ inputs: listOf(input), single: text }), object({ ids: listOf(text) })] }) },
    "x-batch": { inputs: "/inputs" },
    [key]: "/single",
  },
  noAlternativeResponse: {
    parameters: limitAndOffset,
    responses: { 200: json({ oneOf: [object({ results: listOf(text), total: count }), object({ message: text })] }) },
    "x-pagination": byOffset,
  },
  alternatives: {
    requestBody: {
      required: true,
      ...json({ oneOf: [object({ inputs: listOf(input) }), object({ inputs: { oneOf: [listOf(text), { type: "null" }] } })] }),
    },
    "x-batch": { inputs: "/inputs" },
  },
  deepSecrets: {
    requestBody: {
      required: true,
      ...json(
        object({ user: object({ password: { $ref: "#/components/schemas/Password" }, tree: { $ref: "#/components/schemas/Tree" } }) }),
      ),
    },
  },
  secrets: {
    parameters: [
      { name: "secret", in: "query", schema: { ...text, "x-sensitive": true } },
      { name: "x-secret", in: "header", "x-sensitive": true, schema: text },
      { name: "open", in: "query", schema: text },
    ],
    requestBody: {
      required: true,
      ...json({ oneOf: [{ $ref: "#/components/schemas/Secrets" }, object({ token: { ...text, "x-sensitive": true }, name: text })] }),
    },
  },
};

const schemas = {
  Secrets: { oneOf: [object({ password: { $ref: "#/components/schemas/Password" } }), { $ref: "#/components/schemas/Secrets" }] },
  Tree: object({ nodes: listOf({ allOf: [{ $ref: "#/components/schemas/Tree" }, object({ key: { ...text, "x-sensitive": true } })] }) }),
  Password: { ...text, "x-sensitive": true },
};

const broken = Object.keys(operations).filter((name) => /^(no|wrong|two|beside|unmatched|matchedNowhere)/.test(name));

function modelOf(names: readonly string[]): Model {
  const paths = names.map((name) => [
    `/${name}`,
    { post: { operationId: `things.${name}`, requestBody: request, responses, ...operations[name] } },
  ]);
  const info = { title: "Extensions", version: "1" };
  return buildModel({ openapi: "3.1.0", info, paths: Object.fromEntries(paths), components: { schemas } } as unknown as Document);
}

const model = modelOf(Object.keys(operations).filter((name) => !broken.includes(name)));

function facts(name: string): Operation | undefined {
  return model.operations.find((operation) => operation.name === name);
}

test("reads extensions whose pointers resolve; the maximum number of items in the list is the maximum batch size", () => {
  expect(facts("right")).toMatchObject({
    batch: { inputs: "/inputs", size: 50, results: "/results" },
    pagination: byInput,
    idempotencyKey: ["single"],
  });
  expect(facts("matched")?.batch).toEqual({ ...batch, size: 50, match });
  expect(facts("list")?.batch).toEqual({ inputs: "", size: 7 });
  expect(facts("unlimited")).toMatchObject({ batch: { inputs: "/a~1b", size: undefined }, idempotencyKey: ["deep", "key"] });
  expect(facts("alternatives")?.batch).toEqual({ inputs: "/inputs" });
  expect(facts("byOffset")?.pagination).toEqual(byOffset);
  expect(facts("byChunks")?.pagination).toEqual(byChunks);
  expect(facts("byCursor")?.pagination).toEqual(byCursor);
  expect(facts("byCursorInBody")?.pagination).toEqual(byCursorInBody);
  expect(facts("byWindow")?.pagination).toEqual({ ...byCursorInBody, window });
});

test.each(broken)("rejects extensions that are malformed or whose pointers do not resolve: %s", (name) => {
  expect(() => modelOf([name])).toThrow(/ is not well-formed: | does not point to | has no query parameter |share a name/);
});

test.each([
  ["nowhere", ["/x-pagination/of", "/x-batch/inputs", "/x-idempotency-key"]],
  ["noList", ["/x-pagination/items", "/x-batch/inputs", "/x-idempotency-key"]],
  ["noParameters", ["/x-pagination/limit", "/x-pagination/offset"]],
  ["noBody", ["/x-pagination/inputs", "/x-pagination/id", "/x-pagination/cursor", "/x-batch/inputs", "/x-idempotency-key"]],
  ["noCursor", ["/x-pagination/cursor", "/x-pagination/limit", "/x-pagination/next"]],
  ["noWindow", ["/x-pagination/window/total"]],
  ["noChunks", ["/x-pagination/items", "/x-pagination/more", "/x-pagination/next"]],
  ["noAlternative", ["/x-batch/inputs", "/x-idempotency-key"]],
  ["beside", ["/x-pagination", "/x-batch"]],
  [
    "matchedNowhere",
    [
      "/x-batch/match/input/0",
      "/x-batch/match/result/0",
      "/x-batch/match/errors",
      "/x-batch/match/variant",
      "/x-batch/match/variant",
      "/x-batch/match/id",
      "/x-batch/match/property/name",
      "/x-batch/match/property/values",
      "/x-batch/match/property/requested",
    ],
  ],
])("the model reports the place of a pointer that does not resolve: %s", (name, places) => {
  const start = `#/paths/~1${name}/post`;
  const problems = places.map((place) => expect.objectContaining({ pointer: start + place }));
  expect(() => modelOf([name])).toThrow(expect.objectContaining({ problems }));
});

test("places a pointer that does not resolve in the source file", async () => {
  const folder = await temporaryFolder();
  const text =
    'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths:\n  /a:\n    post:\n      operationId: a.create\n      x-batch:\n        inputs: /ids\n';
  await writeFile(join(folder, "openapi.yaml"), text);
  await writeFile(join(folder, "redocly.yaml"), 'telemetry: "off"\nrules: { struct: error }\n');
  await expect(readSources(join(folder, "openapi.yaml"), join(folder, "redocly.yaml"))).rejects.toThrow(
    /^operations: 1 problem\n\n.*openapi\.yaml:8:9 #\/paths\/~1a\/post\/x-batch\/inputs\n {4}x-batch of a\.create: "\/ids" does not point to a list in the request body\.$/,
  );
});

test.each([
  { title: "two parameters", parameters: ["query", "header"].map((place) => ({ name: "area", in: place, schema: text })), name: "area" },
  { title: "a parameter and the body", parameters: [{ name: "body", in: "query", schema: text }], name: "body" },
])("$title cannot have the same name in a call", ({ parameters, name }) => {
  const requestBody = { required: true, ...json(listOf(text)) };
  const post = { operationId: "things.create", parameters, requestBody, responses };
  const document = { openapi: "3.1.0", info: { title: "Names", version: "1" }, paths: { "/things": { post } } } as unknown as Document;
  expect(() => buildModel(document)).toThrow(`or a parameter and the body, have the name ${name}. Expected: different names.`);
});

test("finds secrets in parameters and composed bodies", () => {
  expect(facts("secrets")?.sensitive).toEqual(["secret", "x-secret", "token", "password"]);
  expect(facts("deepSecrets")?.sensitive).toEqual(["password", "key"]);
  expect(facts("right")?.sensitive).toEqual([]);
});

test("the types of the extensions match their schemas (to update them, run this file with --update)", async () => {
  const header =
    "// Generated from the schemas in ../extensions. Do not edit: change a schema, and run tools/tests/pipeline/extensions.test.ts with --update.\n\n";
  const files = globSync(join(root, "tools/openapi/extensions/*.json")).sort();
  const schemas = files.map((file): object => {
    const text = readFileSync(file, "utf8").replaceAll("#/definitions/", "#/components/schemas/");
    const { definitions = {}, examples: _, ...schema } = JSON.parse(text.replace(/"(x-[\w-]+)\.json"/g, '"#/components/schemas/$1"'));
    return { ...definitions, [basename(file, ".json")]: schema };
  });
  const document = {
    openapi: "3.1.0",
    info: { title: "Extensions", version: "1" },
    components: { schemas: Object.assign({}, ...schemas) },
  };
  const types = await openapiTypeScript(document, { immutable: true, silent: true });
  await expect(header + astToString(types)).toMatchFileSnapshot(join(root, "tools/openapi/generated/extensions.ts"));
});
