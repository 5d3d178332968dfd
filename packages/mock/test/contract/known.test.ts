import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createProxy, type OpenApiDocument, type Violation, violationLine } from "@crm-platform/mock";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

const oftenAbsent = { "x-evidence": { grade: "observed", sends: "absent", note: "Often absent." } };
const failure = {
  type: "object",
  required: ["message", "code", "errors", "links"],
  properties: {
    message: { type: "string", "x-evidence": { grade: "documented", note: "Always present." } },
    code: { type: "string", "x-evidence": { grade: "observed", note: "Contains upper-case letters." } },
    errors: { type: "array", ...oftenAbsent },
    links: { $ref: "#/components/schemas/Links", ...oftenAbsent },
  },
};
const document: OpenApiDocument & { components: object } = {
  openapi: "3.1.0",
  info: { title: "Failures", version: "1.0.0" },
  components: { schemas: { Failure: failure, Links: { type: "object" } } },
  paths: {
    "/failures": {
      get: {
        operationId: "failures.list",
        responses: {
          200: {
            description: "All.",
            headers: { "X-Total": { required: true, schema: { type: "integer" } } },
            content: { "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Failure" } } } },
          },
        },
      },
    },
  },
};

const violations: Violation[] = [];
let reply: { status: number; headers: Record<string, string>; body: string };
let upstream: Server;
let proxy: ReturnType<typeof createProxy>;

beforeAll(async () => {
  upstream = createServer((_, response) => {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers }).end(reply.body);
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const { port } = upstream.address() as AddressInfo;
  proxy = createProxy({ document, upstream: new URL(`http://127.0.0.1:${port}`), onViolation: (violation) => violations.push(violation) });
});
afterAll(() => new Promise((resolve) => upstream.close(resolve)));
beforeEach(() => {
  violations.length = 0;
});

async function lines(body: unknown, status = 200, headers: Record<string, string> = { "x-total": "1" }): Promise<string[]> {
  reply = { status, headers, body: JSON.stringify(body) };
  await proxy.fetch(new Request("http://proxy.test/failures"));
  return violations.map(violationLine);
}

test("a missing field that the document describes as often absent is a known deviation", async () => {
  expect(await lines([{ message: "m", code: "C" }])).toEqual([
    "known response failures.list GET /failures [0].errors: [0].errors is required",
    "known response failures.list GET /failures [0].links: [0].links is required",
  ]);
  expect(violations.every((violation) => violation.known)).toBe(true);
});

test("an invalid field, or a missing field with other evidence, is not a known deviation", async () => {
  expect(await lines([{ errors: 1, links: [] }])).toEqual([
    "response failures.list GET /failures [0].message: [0].message is required",
    "response failures.list GET /failures [0].code: [0].code is required",
    "response failures.list GET /failures [0].errors: [0].errors must be an array",
    "response failures.list GET /failures [0].links: [0].links must be an object",
  ]);
});

test("headers and statuses are reported in the same form", async () => {
  expect(await lines([], 200, {})).toEqual(["response failures.list GET /failures x-total: x-total is required"]);
  violations.length = 0;
  expect(await lines([], 200, { "x-total": "many" })).toEqual(["response failures.list GET /failures x-total: x-total must be an integer"]);
  violations.length = 0;
  expect(await lines([], 418)).toEqual(["response failures.list GET /failures status: status 418 is not declared"]);
});

test("in process, an invalid status results in a 502", async () => {
  reply = { status: 600, headers: {}, body: "{}" };
  const response = await proxy.fetch(new Request("http://proxy.test/nowhere"));
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
    502,
    "The upstream returned the invalid status 600.",
  ]);
});
