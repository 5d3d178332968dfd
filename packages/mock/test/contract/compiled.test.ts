import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type CompiledContractOptions, compiledContract } from "../../src/contract/compiled/compiledContract.ts";
import type { ContractRequest, ContractResponse, Problem } from "../../src/contract/message.ts";
import type { OpenApiDocument } from "../../src/contract/openapi/document.ts";
import { type Operation, readOperations } from "../../src/contract/openapi/operations.ts";
import { document as bundled } from "../document.ts";
import { validatorsOf } from "./validators.ts";

const crmPlatform = bundled as unknown as OpenApiDocument;
const token = { authorization: "Bearer demo-access-token-4815162" };
const json = { "content-type": "application/json" };

/** Uses the document's first operation by default. */
function checker(document: OpenApiDocument, options: CompiledContractOptions & { readonly id?: string } = {}) {
  const contract = compiledContract(document, validatorsOf(document), options);
  const found = readOperations(document).find(({ operationId }) => options.id === undefined || operationId === options.id) as Operation;
  return {
    request: (request: Partial<ContractRequest>) =>
      contract.checkRequest(found, { path: {}, query: {}, headers: token, body: undefined, ...request }),
    response: (response: Partial<ContractResponse>) =>
      contract.checkResponse(found, { status: 200, headers: json, body: undefined, ...response }),
  };
}

interface Parts {
  readonly parameters?: readonly object[];
  readonly body?: object;
  readonly response?: object;
  readonly schemas?: object;
}

function documentOf({ parameters = [], body, response = { description: "Done." }, schemas = {} }: Parts): OpenApiDocument {
  const requestBody = body && { requestBody: { required: true, content: { "application/json": { schema: body } } } };
  const post = { operationId: "things.make", parameters, ...requestBody, responses: { 200: response } };
  const document = { openapi: "3.1.0", info: {}, paths: { "/things/{id}": { post } }, components: { schemas } };
  return document;
}

const lines = (problems: readonly Problem[]) => problems.map(({ message }) => message);

describe("the input of a handler", () => {
  const parameters = [
    { name: "id", in: "path", required: true, schema: { type: "integer" } },
    { name: "deep", in: "query", schema: { $ref: "#/components/schemas/Flag" } },
    { name: "limit", in: "query", schema: { type: "integer", default: 20 } },
    { name: "ratio", in: "query", schema: { type: "number" } },
    { name: "ids", in: "query", explode: false, schema: { type: "array", items: { type: "integer" } } },
    { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
    { name: "X-Trace", in: "header", schema: { type: "integer" } },
  ];
  const body = { type: "object", properties: { size: { type: "integer", default: 3 } } };
  const check = checker(documentOf({ parameters, body, schemas: { Flag: { type: "boolean" } } }));

  test("a handler receives only declared parameters, with their declared types", () => {
    const query = { deep: "true", limit: "7", ratio: "-1.5e2", ids: "1,2,3", tags: ["a,b", "c"], other: "1", LIMIT: "8" };
    const { problems, input } = check.request({ path: { id: "-12" }, query, headers: { "x-trace": "5" }, body: {} });
    expect(problems.map((problem) => [problem.in, problem.accepted])).toEqual([
      ["other", true],
      ["LIMIT", true],
    ]);
    expect(input).toEqual({
      path: { id: -12 },
      query: { deep: true, limit: 7, ratio: -150, ids: [1, 2, 3], tags: ["a,b", "c"] },
      header: { "X-Trace": 5 },
      body: {},
    });
  });

  test("a handler receives the defaults of parameters, and the unchanged body", () => {
    const { input } = check.request({ path: { id: "1" }, body: {} });
    expect(input).toEqual({ path: { id: 1 }, query: { limit: 20 }, header: {}, body: {} });
  });

  test("a handler receives repeated parameters as one list", () => {
    expect(check.request({ path: { id: "1" }, query: { ids: ["1,2", "3"] }, body: {} }).input?.query["ids"]).toEqual([1, 2, 3]);
  });

  test("invalid values are unchanged and reported as problems", () => {
    const { problems, input } = check.request({
      path: { id: "1e3" },
      query: { deep: "yes", ids: "" },
      headers: { "x-trace": "" },
      body: [],
    });
    expect(input).toMatchObject({ path: { id: "1e3" }, query: { deep: "yes", ids: "" }, body: [] });
    expect(lines(problems)).toEqual([
      "id must be an integer",
      "deep must be true or false",
      "ids must be an array",
      "X-Trace must be an integer",
      "body must be an object",
    ]);
  });
});

describe("a schema that does not compile causes an error that contains its location", () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const content = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });

  test.each([
    ["the request body of things.make", documentOf({ body: { type: "object", minLenght: 1 } }), "minLenght"],
    ["the request body of things.make", documentOf({ body: { type: "text" } }), "type"],
    [
      "the request body of things.make",
      documentOf({ body: { properties: { a: { $ref: "#/components/schemas/Gone" } } } }),
      "components/schemas/Gone",
    ],
    ["the request body of things.make", documentOf({ body: { properties: { a: { pattern: "(" } } } }), "regular expression"],
    ["the request body of things.make", documentOf({ body: { properties: { a: { type: "string", format: "color" } } } }), "color"],
    ["the path parameter id of things.make", documentOf({ parameters: [{ ...id, schema: { type: "string", minimun: 1 } }] }), "minimun"],
    ["the body of response 200 of things.make", documentOf({ response: content({ requird: ["a"] }) }), "requird"],
    [
      "the header x-total of response 200 of things.make",
      documentOf({ response: { description: "Done.", headers: { "X-Total": { schema: { minimum: "1" } } } } }),
      "minimum",
    ],
  ])("%s", (place, document, reason) => {
    expect(() => checker(document)).toThrow(`The schema of ${place} cannot be compiled: `);
    expect(() => checker(document)).toThrow(reason);
  });
});

describe("a schema", () => {
  test("a schema may reference itself", () => {
    const Tree = { type: "object", properties: { "next/part": { $ref: "#/components/schemas/Tree" }, size: { type: "integer" } } };
    const check = checker(documentOf({ body: { $ref: "#/components/schemas/Tree" }, schemas: { Tree } }));
    const { problems } = check.request({ body: { "next/part": { "next/part": { size: "1" } } } });
    expect(problems).toMatchObject([{ in: "next/part.next/part.size", code: "type", received: "string" }]);
  });

  test("if two parts of a schema report the same problem, the duplicate is dropped", () => {
    const part = { required: ["a"] };
    const check = checker(documentOf({ body: { type: "object", allOf: [part, part] } }));
    expect(lines(check.request({ body: {} }).problems)).toEqual(["a is required"]);
  });

  test("a schema may use keywords as property names", () => {
    const properties = { description: { type: "integer" }, examples: { type: "integer" }, $ref: { type: "integer" } };
    const check = checker(documentOf({ body: { type: "object", properties } }));
    const { problems } = check.request({ body: { description: "", examples: "", $ref: "" } });
    expect(lines(problems)).toEqual(["description must be an integer", "examples must be an integer", "$ref must be an integer"]);
  });
});

test("a missing required header is reported", () => {
  const headers = { "X-Total": { required: true, schema: { type: "integer" } } };
  const check = checker(documentOf({ response: { description: "Done.", headers } }));
  expect(check.response({ headers: { "X-Total": "4" } })).toEqual([]);
  expect(lines(check.response({ headers: {} }))).toEqual(["x-total is required"]);
});

describe("a strict contract", () => {
  const strict = checker(crmPlatform, { id: "transactionalEmailV1.send", strict: true });
  const lenient = checker(crmPlatform, { id: "transactionalEmailV1.send" });
  const message = { to: "jonas.brandt@larkspurbikes.example" };
  const body = { emailId: 68420157, message: { ...message, carbon: ["x"] }, color: "red" };

  test("a strict contract reports undeclared body fields without their values", () => {
    expect(lenient.request({ body }).problems.map((problem) => [problem.in, problem.accepted])).toEqual([
      ["message.carbon", true],
      ["color", true],
    ]);
    expect(strict.request({ body }).problems).toEqual([
      {
        in: "message.carbon",
        code: "unevaluatedProperties",
        message: "message.carbon is not a known field. Valid fields: to, from, sendId, replyTo, replyToList, cc, bcc",
      },
      {
        in: "color",
        code: "unevaluatedProperties",
        message: "color is not a known field. Valid fields: emailId, message, contactProperties, customProperties",
      },
    ]);
  });

  test("a strict contract reports undeclared query parameters without their values", () => {
    const query = { limit: "5", LIMIT: "5", access_token: "secret" };
    expect(checker(crmPlatform, { id: "domainsV1.list", strict: true }).request({ query }).problems).toEqual([
      {
        in: "LIMIT",
        code: "additionalProperties",
        message: expect.stringMatching(/^LIMIT is not a known parameter\. Did you mean limit\? Valid parameters: limit, offset, created, /),
      },
      {
        in: "access_token",
        code: "additionalProperties",
        message: expect.stringMatching(/^access_token is not a known parameter\. Valid parameters: limit, offset, created, /),
      },
    ]);
  });

  test("a strict contract allows declared additional properties, and combines all parts of a schema", () => {
    const base = { type: "object", properties: { a: { type: "string" } } };
    const free = { type: "object", additionalProperties: { type: "string" } };
    const both = { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { b: { $ref: "#/components/schemas/Base" }, free } }] };
    const check = checker(documentOf({ body: both, schemas: { Base: base } }), { strict: true });
    const problems = check.request({ body: { a: "", b: { a: "", b: "" }, free: { any: "" }, c: 1 } }).problems;
    expect(problems.map((problem) => problem.in).sort()).toEqual(["b.b", "c"]);
  });

  test("a strict contract does not restrict responses", () => {
    expect(strict.response({ body: { sendResult: "SENT", color: "red" } })).toEqual([]);
  });
});

describe("the problems in a hostile body", () => {
  const check = checker(crmPlatform, { id: "meetings.batchRead" });

  test("the number of problems is limited when a hundred thousand values are invalid", () => {
    let reads = 0;
    const input = {
      get id() {
        reads += 1;
        return 1;
      },
    };
    const body = { inputs: Array(99_990).fill(input), properties: [], propertiesWithHistory: [] };
    expect(check.request({ body }).problems.length).toBe(1000);
    // Each value is read twice before validation. Validation stops after a thousand problems.
    expect(reads).toBeGreaterThan(999);
    expect(reads).toBeLessThan(3 * body.inputs.length);
  });

  test("the size of the problems is limited when a thousand invalid values have a very long name", () => {
    const items = { type: "array", items: { type: "integer" } };
    const named = checker(documentOf({ body: { type: "object", additionalProperties: items } }));
    const { problems } = named.request({ body: { ["x".repeat(600_000)]: Array(1000).fill("x") } });
    expect(problems).toMatchObject([{ in: `${"x".repeat(200)}…`, code: "type" }]);
  });
});

describe("the security of an operation", () => {
  const secured = (security: unknown, rest: object = {}) => {
    const get = { operationId: "things.get", responses: {}, ...(security === undefined ? {} : { security }) };
    return readOperations({ openapi: "3.1.0", info: {}, paths: { "/things": { get } }, ...rest })[0];
  };

  test.each([
    ["nothing", undefined, { authentication: "none", scopes: [] }],
    ["an empty list", [], { authentication: "none", scopes: [] }],
    ["an alternative without a token", [{ oauth2: ["a"] }, {}], { authentication: "none", scopes: [] }],
    [
      "several scopes, of which one is sufficient",
      [{ oauth2: ["a"] }, { oauth2: ["b"] }],
      { authentication: "required", scopes: ["a", "b"] },
    ],
    ["a token with any scope", [{ oauth2: ["a"] }, { oauth2: [] }], { authentication: "required", scopes: [] }],
  ])("%s", (_, security, expected) => {
    expect(secured(security)).toMatchObject(expected);
  });

  test("an operation without security requirements uses those of the document", () => {
    const rest = { security: [{ oauth2: ["a"] }] };
    expect(secured(undefined, rest)).toMatchObject({ authentication: "required", scopes: ["a"] });
    expect(secured([], rest)).toMatchObject({ authentication: "none", scopes: [] });
  });
});

test("generated validators import only Ajv's runtime and the compiled contract", () => {
  const files = globSync(`${import.meta.dirname}/../../src/generated/{validators,control/validators}/*.ts`);
  expect(files.length).toBeGreaterThan(30);
  const texts = files.map((file) => readFileSync(file, "utf8"));
  expect(texts.filter((text) => /\b(import|require)\(/.test(text))).toEqual([]);
  const imports = texts.flatMap((text) => [...text.matchAll(/\b(?:from|import) "([^"]+)";$/gm)]);
  const paths = new Set(imports.map(([, path = ""]) => path.replace(/^(\.\.\/)+/, "")));
  expect([...paths].sort()).toEqual(["ajv/dist/runtime/ucs2length.js", "contract/compiled/formats.ts", "contract/compiled/validators.ts"]);
});
