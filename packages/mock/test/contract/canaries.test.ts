import { createExampleMock } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { type DeclaredOperation, operation, operations } from "../document.ts";
import { exampleRequest, type RequestParts } from "../exampleRequest.ts";
import { expectValid } from "./ajv.ts";
import { brokenRules } from "./brokenRules.ts";

const mock = createExampleMock({ onError: (error) => expect.fail(String(error)) });
const secured = operations.filter((op) => op.isSecured);

describe("operations that require a token", () => {
  test("all operations except the OAuth operations require a token", () => {
    expect(operations.filter((op) => !op.isSecured).map(({ id }) => id)).toEqual(
      operations.map(({ id }) => id).filter((id) => id.startsWith("oauth")),
    );
  });
  test.each(secured)("$id", async (op) => {
    for (const authorization of ["", "Bearer", "Bearer a b", "Bearer caf\u00e9", "Basic dTpw", "demo-access-token-4815162"]) {
      const response = await mock.fetch(exampleRequest(op, { headers: { authorization } }));
      expect(response.status, authorization).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await response.json()).toMatchObject({ status: "error", category: "INVALID_AUTHENTICATION" });
    }
  });
  test("an invalid request without a token is rejected because of the missing token", async () => {
    const response = await mock.fetch(exampleRequest(operation("meetings.batchRead"), { body: {}, headers: { authorization: "" } }));
    expect(response.status).toBe(401);
  });
});

const jsonErrors = operations.filter((op) => !hasOAuthErrors(op));
const derived = jsonErrors.flatMap((op) =>
  brokenRules(op).map(({ where, code, parts }) => ({ title: `${op.id} ${where} ${code}`, op, where, code, parts })),
);

// These requests violate rules for parameter formats, and rules for values that the examples do not contain.
const canaries: [id: string, parts: RequestParts, where: string, code: string][] = [
  ["records.list", { query: "after=x" }, "after", "pattern"],
  [
    "records.search",
    { body: { filterGroups: [{ filters: [{ propertyName: "subject", operator: "LIKE" }] }] } },
    "filterGroups[0].filters[0].operator",
    "enum",
  ],
  ["records.create", { body: { properties: { subject: {} } } }, "properties.subject", "type"],
  ["records.batchUpsert", { body: { inputs: [{ id: "1", properties: { subject: [] } }] } }, "inputs[0].properties.subject", "type"],
  ["meetings.batchRead", { body: { inputs: [{ id: "1" }, { id: 2 }], properties: [], propertiesWithHistory: [] } }, "inputs[1].id", "type"],
  ["meetings.batchRead", { query: "archived=maybe" }, "archived", "type"],
  ["meetings.batchRead", { query: "archived=true&archived=true" }, "archived", "type"],
  ["meetings.batchRead", { query: "archived=" }, "archived", "type"],
  ["tickets.archive", { path: { ticketId: "%E0%A4" } }, "ticketId", "percentEncoding"],
  ["associations.deleteLabel", { path: { associationTypeId: "x" } }, "associationTypeId", "type"],
  ["associationsV3.batchCreate", { body: { inputs: [{ from: { id: "1" }, to: {}, type: "x" }] } }, "inputs[0].to.id", "required"],
  ["associationsV3.batchArchive", { body: { inputs: { 0: {} } } }, "inputs", "type"],
  [
    "associationsV1.batchCreate",
    { body: [{ fromObjectId: 1, toObjectId: 2, category: "SERVICE_DEFINED", definitionId: 1.5 }] },
    "[0].definitionId",
    "type",
  ],
  ["associationsV1.batchDelete", { body: {} }, "body", "type"],
  ["associationsV1.list", { query: "limit=0x10" }, "limit", "type"],
  ["associationsV1.list", { query: "limit=1.5" }, "limit", "type"],
  ["transactionalEmailV1.send", { body: { emailId: "68420157", message: { to: "a@b.example" } } }, "emailId", "type"],
  ["pages.list", { query: "created__range=1" }, "created__range", "minItems"],
  ["pages.list", { query: "created__range=1,x" }, "created__range[1]", "type"],
  ["pages.list", { query: "id__in=" }, "id__in", "type"],
  ["pages.list", { query: "order_by=" }, "order_by", "minLength"],
  ["pages.list", { query: "offset=99999999999" }, "offset", "format"],
  [
    "eventDefinitions.create",
    { body: { label: "x", customMatchingId: { primaryObjectRule: { eventPropertyName: "a" } } } },
    "customMatchingId.primaryObjectRule.targetObjectPropertyName",
    "required",
  ],
  ["pages.list", { query: "created=9300000000000000000" }, "created", "format"],
  ["pages.list", { query: "created=-9300000000000000000" }, "created", "format"],
  ["pages.list", { query: "created__range=1,9300000000000000000" }, "created__range[1]", "format"],
  ["transactionalEmailV1.send", { body: { emailId: 1e30, message: { to: "a@b.example" } } }, "emailId", "format"],
  ["transactionalEmailV1.send", { body: { emailId: -(2 ** 64), message: { to: "a@b.example" } } }, "emailId", "format"],
];

const oauthCanaries: [id: string, body: Record<string, string>, status: string, error: string, description: string][] = [
  [
    "oauth.createToken",
    { grant_type: "password" },
    "BAD_GRANT_TYPE",
    "unsupported_grant_type",
    "missing or invalid grant type: grant_type must be one of authorization_code, refresh_token, client_credentials",
  ],
  [
    "oauth.createToken",
    { grant_type: "client_credentials", client_id: "a", client_secret: "" },
    "BAD_REQUEST",
    "invalid_request",
    "missing or invalid client secret: client_secret is required",
  ],
  [
    "oauth.introspectToken",
    { client_id: "a", access_token: "b" },
    "BAD_REQUEST",
    "invalid_request",
    "missing or invalid client secret, token: client_secret is required, and 1 more problem",
  ],
  [
    "oauth.revokeToken",
    { client_id: "a", client_secret: "b", token: "" },
    "BAD_REQUEST",
    "invalid_request",
    "missing or invalid token: token is required",
  ],
  [
    "oauthV1.createToken",
    { grant_type: "password" },
    "BAD_GRANT_TYPE",
    "unsupported_grant_type",
    "missing or invalid grant type: grant_type must be one of authorization_code, refresh_token",
  ],
  // A parameter without a value is treated as missing (RFC 6749, section 3.2).
  [
    "oauthV1.createToken",
    { grant_type: "authorization_code", code: "", redirect_uri: "", client_id: "", client_secret: "b" },
    "BAD_REQUEST",
    "invalid_request",
    "missing or invalid code, redirect URI, client id: code is required, and 2 more problems",
  ],
  ["oauthV1.getAccessToken", {}, "BAD_REQUEST", "invalid_request", "missing or invalid token: token must have at most 512 characters"],
];

describe("a request that breaks one rule is rejected", () => {
  test("the tests contain a request that breaks a rule for every operation with an input", () => {
    const covered = new Set(derived.map(({ op }) => op.id));
    const takeSomething = jsonErrors.filter((op) => op.parameters.length > 0 || op.mediaType !== undefined);
    expect([...covered]).toEqual(takeSomething.map(({ id }) => id));
  });

  // Fails if a request is not validated, for example because a schema does not compile.
  test.each(derived)("$title", ({ op, parts, where, code }) => expectRejection(op, parts, where, code));

  test.each(canaries)("%s %j", (id, parts, where, code) => expectRejection(operation(id), parts, where, code));

  async function expectRejection(op: DeclaredOperation, parts: RequestParts, where: string, code: string): Promise<void> {
    const response = await mock.fetch(exampleRequest(op, parts));
    const body = (await response.json()) as { correlationId: string; message: string; errors: { message: string }[] };
    expect(body).toMatchObject({
      status: "error",
      category: "VALIDATION_ERROR",
      errors: [{ in: where, code }],
    });
    expect(body.message.startsWith(`The request is not valid: ${body.errors[0]?.message}`)).toBe(true);
    expect(response.status).toBe(400);
    expect(body.errors.length).toBe(1);
    expect(body.errors[0]?.message).toMatch(new RegExp(`^${where.replaceAll(/[[\]]/g, "\\$&")} (must|is required)`));
    expect(response.headers.get("x-correlation-id")).toBe(body.correlationId);
    expectValid(badRequestSchema(op), body);
  }

  test.each(operations.filter(hasOAuthErrors))("$id", async (op) => {
    const tooLong = Object.fromEntries(op.parameters.map(({ name }) => [name, "x".repeat(513)]));
    const response = await mock.fetch(exampleRequest(op, { body: {}, path: tooLong }));
    expect(response.status).toBe(400);
    const body = (await response.json()) as { message: string };
    expect(body.message).toMatch(/^missing or invalid /);
    expectValid(badRequestSchema(op), body);
  });

  test.each(oauthCanaries.map((one) => [`${one[0]} ${JSON.stringify(one[1])}`, one] as const))(
    "%s",
    async (_, [id, form, status, error, description]) => {
      const op = operation(id);
      const example = exampleRequest(op, { body: form });
      const url = op.mediaType ? example.url : example.url.replace(/[^/]+$/, "x".repeat(513));
      const response = await mock.fetch(new Request(url, example));
      const body = await response.json();
      expect(body).toEqual({ error, error_description: description, status, message: description.split(":")[0] });
      expect(response.status).toBe(400);
      expectValid(badRequestSchema(op), body);
    },
  );
});

function hasOAuthErrors(op: DeclaredOperation): boolean {
  return badRequestSchema(op)?.includes("/OAuthError/") ?? false;
}

function badRequestSchema(op: DeclaredOperation): string | undefined {
  const response = op.responses.find(({ status }) => status === "400") ?? op.responses.find(({ status }) => status === "default");
  return response?.schema;
}
