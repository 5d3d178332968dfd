import { createExampleMock, type OpenApiDocument } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { serveDocument } from "./otherDocument.ts";

interface Parts {
  readonly item?: object;
  readonly parameters?: readonly object[];
  readonly schema?: object;
  readonly example?: unknown;
}

/** Returns a document whose operations respond with their path by default. */
function documentOf(operations: Readonly<Record<string, Parts>>): OpenApiDocument {
  const paths = Object.entries(operations).map(([path, { item = {}, parameters = [], schema = {}, example = path }]) => {
    const content = { "application/json": { schema, examples: { one: { value: example } } } };
    return [path, { ...item, get: { operationId: path, parameters, responses: { 200: { description: "It.", content } } } }];
  });
  return { openapi: "3.1.0", info: { title: "Reports", version: "1.0.0" }, paths: Object.fromEntries(paths) };
}

const parameter = (name: string, place: "path" | "query", type: string) => ({
  name,
  in: place,
  required: place === "path",
  schema: { type },
});
const get = (path: string) => new Request(`http://mock.test${path}`);

describe("a parameter that is not a whole path segment", () => {
  const mock = serveDocument(
    documentOf({
      "/reports/{name}": { parameters: [parameter("name", "path", "string")] },
      "/reports/{id}.json": { parameters: [parameter("id", "path", "integer")] },
      "/reports/{from}-{to}/rows": { parameters: [parameter("from", "path", "integer"), parameter("to", "path", "integer")] },
      "/reports/{id}:cancel": { parameters: [parameter("id", "path", "integer")] },
      "/reports/latest": {},
    }),
  );

  test.each([
    ["/reports/7.json", "/reports/{id}.json"],
    ["/reports/7%2Ejson", "/reports/{id}.json"],
    ["/reports/7:cancel", "/reports/{id}:cancel"],
    ["/reports/7.xml", "/reports/{name}"],
    ["/reports/7xjson", "/reports/{name}"],
    ["/reports/.json", "/reports/{name}"],
    ["/reports/latest", "/reports/latest"],
    ["/reports/1-2/rows", "/reports/{from}-{to}/rows"],
  ])("%s is %s", async (path, operationId) => {
    expect(await (await mock.fetch(get(path))).json()).toBe(operationId);
  });

  test.each([
    ["/reports/x.json", 400, ["id"]],
    ["/reports/%ff.json", 400, ["id"]],
    ["/reports/1-x/rows", 400, ["to"]],
    ["/reports/%ff-%ff/rows", 400, ["from", "to"]],
    ["/reports/12/rows", 404, undefined],
  ])("%s is a %i", async (path, status, fields) => {
    const response = await mock.fetch(get(path));
    const { errors } = (await response.json()) as { errors?: { in: string }[] };
    expect([response.status, errors?.map((error) => error.in)]).toEqual([status, fields]);
  });
});

test("an operation's parameter overrides a parameter of its path", async () => {
  const item = { parameters: [parameter("id", "query", "integer"), parameter("limit", "query", "integer")] };
  const mock = serveDocument(documentOf({ "/things": { item, parameters: [parameter("id", "query", "string")] } }));
  expect((await mock.fetch(get("/things?id=0x10"))).status).toBe(200);
  expect((await mock.fetch(get("/things?limit=0x10"))).status).toBe(400);
});

test("the error for a parameter that Prism misreads contains the shortened value, unless the value is a secret", async () => {
  const schema = { properties: { pin: { type: "integer", "x-sensitive": true } } };
  const parameters = [parameter("pin", "query", "integer"), parameter("limit", "query", "integer")];
  const mock = serveDocument(documentOf({ "/things": { parameters, schema, example: {} } }));
  const errorsFor = async (query: string) => ((await (await mock.fetch(get(`/things?${query}`))).json()) as { errors: unknown[] }).errors;
  expect(await errorsFor("pin=0x10")).toEqual([{ message: "pin must be an integer", code: "type", in: "pin" }]);
  const context = { received: [`0x${"1".repeat(58)}…`] };
  expect(await errorsFor(`limit=0x${"1".repeat(90)}`)).toEqual([
    { message: "limit must be an integer", code: "type", in: "limit", context },
  ]);
});

test("a request whose body has already been read is rejected, as it is by fetch", async () => {
  const mock = createExampleMock();
  const request = () => new Request("http://mock.test/oauth/v1/token", { method: "POST", body: "a=b" });
  const used = request();
  await used.text();
  await expect(mock.fetch(used)).rejects.toThrow(new TypeError("The request's body has already been read."));
  const locked = request();
  locked.body?.getReader();
  await expect(mock.fetch(locked)).rejects.toThrow(TypeError);
});
