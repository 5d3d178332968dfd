import { createExampleMock } from "@crm-platform/mock";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { describe, expect, test } from "vitest";
import { type DeclaredOperation, document, operations, requestNames } from "../document.ts";
import { exampleRequest } from "../exampleRequest.ts";
import { expectValid } from "./ajv.ts";

const mock = createExampleMock({ onError: (error) => expect.fail(String(error)) });
const responses = operations.flatMap((op) => op.responses.map((response) => ({ op, response, title: `${op.id} ${response.status}` })));
const namedResponses = responses.flatMap((declared) =>
  declared.response.examples.map((example) => ({ ...declared, example, title: `${declared.title} ${example.name}` })),
);
const namedRequests = operations.flatMap((op) => requestNames(op).map((name) => ({ op, name, title: `${op.id} ${name}` })));

/** Operations share their error responses, so each shared response is tested with one operation. */
function distinct<Declared>(list: readonly Declared[], keyOf: (declared: Declared) => string): Declared[] {
  return [...new Map(list.map((declared) => [keyOf(declared), declared])).values()];
}

test("the tests cover all operations and responses that an independent library finds in the document", async () => {
  // The library modifies its input, so the test passes a copy.
  const found = await getHttpOperationsFromSpec(structuredClone(document));
  const examplesIn = (contents: readonly { readonly examples?: readonly unknown[] }[] = []) =>
    contents.flatMap(({ examples = [] }) => examples);
  const responses = found.flatMap((op) => op.responses);
  const bodies = operations.filter(({ mediaType }) => mediaType !== undefined);
  expect({
    operations: operations.length,
    responses: responses.length,
    namedResponses: namedResponses.length,
    namedBodies: bodies.flatMap(({ requests }) => requests).length,
  }).toEqual({
    operations: found.length,
    responses: responses.length,
    namedResponses: responses.flatMap(({ contents }) => examplesIn(contents)).length,
    namedBodies: found.flatMap(({ request }) => examplesIn(request?.body?.contents)).length,
  });
});

describe("Prefer selects every named response", () => {
  const keyOf = ({ response, example }: (typeof namedResponses)[number]) => `${response.status} ${response.schema} ${example.name}`;
  test.each(distinct(namedResponses, keyOf))("$title", async ({ op, response, example }) => {
    const prefer = `code=${response.status}, example=${example.name}`;
    const received = await mock.fetch(exampleRequest(op, { example: example.name, headers: { prefer } }));
    const body = (await received.json()) as { correlationId?: string };
    expect(body).toEqual(example.value);
    // The summary of a `default` example contains its status.
    expect(received.status).toBe(Number(/\d{3}/.exec(response.status === "default" ? example.summary : response.status)));
    expect(received.headers.get("preference-applied")).toBe(prefer);
    expect(received.headers.get("content-type")).toBe("application/json;charset=utf-8");
    for (const header of response.headers) expect(received.headers.get(header), header).toBeTruthy();
    if ("correlationId" in body) expect(received.headers.get("x-correlation-id")).toBe(body.correlationId);
    expectValid(response.schema, body);
  });
});

describe("Prefer selects every response without a body", () => {
  const empty = responses.filter(({ response }) => response.examples.length === 0);
  test("some responses have no body", () => {
    expect(empty).not.toEqual([]);
  });

  test.each(empty)("$title", async ({ op, response }) => {
    const received = await mock.fetch(exampleRequest(op, { headers: { prefer: `code=${response.status}` } }));
    expect(received.status).toBe(Number(response.status));
    expect(await received.text()).toBe("");
    expect(received.headers.get("content-type")).toBeNull();
    for (const header of response.headers) expect(received.headers.get(header), header).toBeTruthy();
  });
});

describe("the response to every request example is the response example with the same name", () => {
  test.each(namedRequests)("$title", async ({ op, name }) => {
    const received = await mock.fetch(exampleRequest(op, { example: name }));
    const text = await received.text();
    // If several examples have the same request, the first one is returned.
    const names = sameRequests(op, name);
    const paired = op.responses.find((response) => response.examples.some((example) => names.includes(example.name)));
    const response = paired ?? op.responses.find(({ status }) => status.startsWith("2"));
    expect(received.status).toBe(Number(response?.status));
    const example = response?.examples.find((one) => names.includes(one.name)) ?? response?.examples[0];
    expect(text === "" ? undefined : JSON.parse(text)).toEqual(example?.value);
  });
});

function sameRequests(op: DeclaredOperation, name: string): string[] {
  const written = (example: string) => {
    const body = op.requests.find((request) => request.name === example)?.value;
    return exampleRequest(op, { example }).url + JSON.stringify(body);
  };
  return requestNames(op).filter((other) => written(other) === written(name));
}

describe("every response can be generated, and the same seed generates the same response", () => {
  test.each(distinct(responses, ({ response }) => `${response.status} ${response.schema}`))("$title", async ({ op, response }) => {
    const prefer = `code=${response.status}, dynamic=true, seed=1`;
    const first = await mock.fetch(exampleRequest(op, { headers: { prefer } }));
    expect(first.status).toBe(response.status === "default" ? 500 : Number(response.status));
    const text = await first.text();
    expect(await (await mock.fetch(exampleRequest(op, { headers: { prefer } }))).text()).toBe(text);
    if (response.schema) expectValid(response.schema, JSON.parse(text));
  });
});
