import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { OpenApiDocument } from "@crm-platform/mock";
import { describe, expect, onTestFinished, test } from "vitest";
import { serveDocument } from "./otherDocument.ts";

const file = "file:///etc/hostname";

async function forbidden() {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.setHeader("content-type", "application/json");
    response.end('"stolen"');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret.json`, requests: () => requests };
}

/** Returns a document that contains `data` in every place for arbitrary data, and names that look like references. */
function documentWith(data: unknown, name: string): OpenApiDocument {
  const schema = {
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "string", example: data },
      kind: { const: data },
      choice: { enum: [data, "other"] },
      free: { default: data, examples: [data], "x-note": data, unknownKeyword: data },
      // These keys are names, not keywords.
      default: { $ref: "#/components/schemas/Id" },
      example: { $ref: "#/components/schemas/Id" },
      $ref: { type: "string" },
    },
    "x-schema": data,
  };
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0", "x-info": data },
    "x-topics": [{ content: data }],
    paths: {
      "x-paths": data,
      "/things": {
        "x-path": data,
        post: {
          operationId: "things.create",
          "x-operation": data,
          parameters: [
            { name: "filter", in: "query", schema: { type: "string" }, example: data },
            { name: "page", in: "query", schema: { type: "string" }, examples: { one: { value: data } } },
          ],
          requestBody: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" }, examples: { [name]: { value: data } } } },
          },
          responses: {
            "200": {
              description: "It is there.",
              headers: { "x-data": { schema: { type: "string", default: "a" }, example: "a" } },
              content: {
                "application/json": {
                  schema: {},
                  examples: { [name]: { value: { id: "7", inner: [data] } }, shared: { $ref: "#/components/examples/Shared" } },
                },
              },
              links: { next: { operationId: "things.create", parameters: { filter: data }, requestBody: data } },
            },
            default: { $ref: "#/components/responses/Failure" },
          },
          callbacks: {
            done: { "{$request.body#/url}": { post: { operationId: "done", responses: { "200": { description: "Taken." } } } } },
          },
        },
      },
    },
    components: {
      schemas: { Thing: schema, Id: { $ref: "#/x-shared/Id" } },
      responses: { Failure: { description: "It failed.", content: { "application/json": { schema: {}, example: data } } } },
      examples: { Shared: { value: data } },
    },
    "x-shared": { Id: { $ref: "#/x-shared/Text" }, Text: { type: "string", maxLength: 3 } },
  } as unknown as OpenApiDocument;
}

const send = (mock: ReturnType<typeof serveDocument>, body: unknown, prefer?: string) =>
  mock.fetch("http://mock/things", {
    method: "POST",
    headers: { "content-type": "application/json", ...(prefer === undefined ? {} : { prefer }) },
    body: JSON.stringify(body),
  });

describe.each(["example", "default", "$ref"])("data that looks like a reference is not followed, with an example named %s", (name) => {
  test.each(["a file", "another host", "a place in the document", "nowhere"])("%s", async (where) => {
    const { url, requests } = await forbidden();
    const targets = { "a file": file, "another host": url, "a place in the document": "#/info/title", nowhere: "#/nothing" };
    const data = { before: 1, $ref: targets[where as keyof typeof targets], after: 2, deprecated: true };
    const failures: unknown[] = [];
    const mock = serveDocument(documentWith(data, name), { onError: (error) => failures.push(error) });
    await mock.ready();
    const response = await send(mock, { id: "7", kind: data, choice: data });
    expect([response.status, await response.text()]).toEqual([200, JSON.stringify({ id: "7", inner: [data] })]);
    expect(await (await send(mock, { id: "7" }, "example=shared")).text()).toEqual(JSON.stringify(data));
    // Data that looks like a reference is compared unchanged, and real references are still resolved.
    expect((await send(mock, { id: "7", kind: { $ref: "other" } })).status).toBe(400);
    expect((await send(mock, { id: "7", choice: "none" })).status).toBe(400);
    expect((await send(mock, { id: "7", default: "four" })).status).toBe(400);
    expect((await send(mock, { id: "7", example: "abc" })).status).toBe(200);
    expect((await send(mock, { id: "7" }, "dynamic=true")).status).toBe(200);
    expect([failures, requests()]).toEqual([[], 0]);
  });
});

test.each([
  ["a schema", (reference: object) => ({ components: { schemas: { Thing: { properties: { id: reference } } } } })],
  ["an unused response", (reference: object) => ({ components: { responses: { Failure: reference } } })],
  ["a path item", (reference: object) => ({ webhooks: { thing: reference } })],
])("an external reference in %s causes an error instead of a request", async (_, part) => {
  const { url, requests } = await forbidden();
  for (const target of [url, file, "./things.yaml"]) {
    const document = { openapi: "3.1.0", info: { title: "Things", version: "1" }, paths: {}, ...part({ $ref: target }) };
    const problem = `The document is not bundled: it refers to ${target}.`;
    await expect(serveDocument(document as OpenApiDocument).ready()).rejects.toThrow(problem);
  }
  expect(requests()).toBe(0);
});

test("circular references cause an error", async () => {
  const [one, other] = ["One", "Other"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const components = { schemas: { One: other, Other: one } };
  const document = { openapi: "3.1.0", info: { title: "Things", version: "1" }, paths: {}, components };
  await expect(serveDocument(document).ready()).rejects.toThrow("The reference #/components/schemas/Other in the document is circular.");
});
