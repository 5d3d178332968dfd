import { createExampleMock } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { expectValid } from "./ajv.ts";
import { type DeclaredOperation, operation, operations } from "./document.ts";
import { exampleRequest } from "./exampleRequest.ts";

const mock = createExampleMock({ onError: (error) => expect.fail(String(error)) });
const secured = operations.filter((op) => op.secured);

describe("operations that require a token", () => {
  test("all but the OAuth operations require a token", () => {
    expect(operations.filter((op) => !secured.includes(op)).map((op) => op.id)).toEqual([
      "oauth.createToken",
      "oauth.introspectToken",
      "oauth.revokeToken",
      "oauthV1.createToken",
      "oauthV1.getAccessToken",
      "oauthV1.getRefreshToken",
      "oauthV1.deleteRefreshToken",
    ]);
  });
  test.each(secured)("$id", async (op) => {
    for (const authorization of ["", "Bearer", "Bearer a b", "Bearer caf\u00e9", "Basic dTpw", "demo-access-token-4815162"]) {
      const response = await mock.fetch(exampleRequest(op, { headers: { authorization } }));
      expect(response.status, authorization).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await response.json()).toMatchObject({ status: "error", category: "INVALID_AUTHENTICATION" });
    }
  });
  test("an invalid request without a token is rejected because of the token", async () => {
    const response = await mock.fetch(exampleRequest(operation("meetings.batchRead"), { body: {}, headers: { authorization: "" } }));
    expect(response.status).toBe(401);
  });
});

// Each request breaks one rule. The tests fail if a request is not validated, for example because a schema does not compile.
const canaries: [id: string, change: { body?: unknown; query?: string; path?: [from: string, to: string] }, where: string, code: string][] =
  [
    ["records.list", { query: "limit=101" }, "limit", "maximum"],
    ["records.list", { query: "after=x" }, "after", "pattern"],
    [
      "records.search",
      { body: { filterGroups: [{ filters: [{ propertyName: "subject", operator: "LIKE" }] }] } },
      "filterGroups[0].filters[0].operator",
      "enum",
    ],
    ["records.create", { body: { properties: { subject: 1 } } }, "properties.subject", "type"],
    ["records.get", { path: ["9601", "%ff"] }, "recordId", "percentEncoding"],
    ["records.update", { body: {} }, "properties", "required"],
    ["records.archive", { path: ["tickets/9601", "contacts/%ff"] }, "recordId", "percentEncoding"],
    [
      "records.batchRead",
      { body: { inputs: Array(101).fill({ id: "1" }), properties: [], propertiesWithHistory: [] } },
      "inputs",
      "maxItems",
    ],
    ["records.batchCreate", { body: { inputs: Array(101).fill({ properties: {} }) } }, "inputs", "maxItems"],
    ["records.batchUpdate", { body: { inputs: [{ properties: {} }] } }, "inputs[0].id", "required"],
    ["records.batchUpsert", { body: { inputs: [{ id: "1", properties: { subject: null } }] } }, "inputs[0].properties.subject", "type"],
    ["records.batchArchive", { body: { inputs: ["1"] } }, "inputs[0]", "type"],
    ...["mergeContacts", "mergeCompanies", "mergeDeals", "mergeTickets"].map((name): (typeof canaries)[number] => [
      `records.${name}`,
      { body: { primaryObjectId: "1" } },
      "objectIdToMerge",
      "required",
    ]),
    [
      "meetings.batchRead",
      { body: { inputs: [{ id: "1" }, { id: 2 }], properties: [], propertiesWithHistory: [] } },
      "inputs[1].id",
      "type",
    ],
    [
      "meetings.batchRead",
      { body: { inputs: Array(101).fill({ id: "1" }), properties: [], propertiesWithHistory: [] } },
      "inputs",
      "maxItems",
    ],
    ["meetings.batchRead", { query: "archived=maybe" }, "archived", "type"],
    ["meetings.batchRead", { query: "archived=true&archived=true" }, "archived", "type"],
    ["meetings.batchRead", { query: "archived=" }, "archived", "type"],
    ["tickets.archive", { path: ["9602", "%E0%A4"] }, "ticketId", "percentEncoding"],
    ["associations.createDefault", { path: ["5202", "%ff"] }, "toObjectId", "percentEncoding"],
    ["associations.create", { body: [] }, "body", "minItems"],
    ["associations.delete", { path: ["5202", "%ff"] }, "toObjectId", "percentEncoding"],
    ["associations.list", { query: "limit=501" }, "limit", "maximum"],
    ["associations.batchRead", { body: { inputs: [{}] } }, "inputs[0].id", "required"],
    ["associations.batchCreate", { body: { inputs: [{ from: { id: "1" }, to: { id: "2" }, types: [] }] } }, "inputs[0].types", "minItems"],
    ["associations.batchCreateDefault", { body: { inputs: [{ from: { id: "1" } }] } }, "inputs[0].to", "required"],
    ["associations.batchArchive", { body: { inputs: [{ from: { id: "1" }, to: { id: "2" } }] } }, "inputs[0].to", "type"],
    ["associations.batchArchiveLabels", { body: {} }, "inputs", "required"],
    ["associations.listLabels", { path: ["companies", "%ff"] }, "toObjectType", "percentEncoding"],
    ["associations.createLabel", { body: { name: "a-b", label: "A" } }, "name", "pattern"],
    ["associations.updateLabel", { body: { associationTypeId: 1, label: " " } }, "label", "pattern"],
    ["associations.deleteLabel", { path: ["1201", "x"] }, "associationTypeId", "type"],
    ["associations.listLimits", { path: ["companies", "%ff"] }, "toObjectType", "percentEncoding"],
    ["associations.batchCreateLimits", { body: { inputs: [{ category: "WORK", typeId: 1 }] } }, "inputs[0].maxToObjectIds", "required"],
    [
      "associations.batchUpdateLimits",
      { body: { inputs: [{ category: "WORK", typeId: 1, maxToObjectIds: 0 }] } },
      "inputs[0].maxToObjectIds",
      "minimum",
    ],
    ["associations.batchDeleteLimits", { body: { inputs: [{ typeId: 1 }] } }, "inputs[0].category", "required"],
    ["associationsV3.listTypes", { path: ["companies", "%ff"] }, "toObjectType", "percentEncoding"],
    ["associationsV3.batchCreate", { body: { inputs: [{ from: { id: "1" }, to: {}, type: "x" }] } }, "inputs[0].to.id", "required"],
    [
      "associationsV3.batchCreate",
      { body: { inputs: Array(2001).fill({ from: { id: "1" }, to: { id: "2" }, type: "x" }) } },
      "inputs",
      "maxItems",
    ],
    ["associationsV3.batchRead", { body: { inputs: [{ id: "1" }, {}] } }, "inputs[1].id", "required"],
    ["associationsV3.batchRead", { body: { inputs: Array(1001).fill({ id: "1" }) } }, "inputs", "maxItems"],
    ["associationsV3.batchArchive", { body: { inputs: { 0: {} } } }, "inputs", "type"],
    ["associationsV1.create", { body: { fromObjectId: 1, toObjectId: 2, category: "USER_DEFINED", definitionId: 3 } }, "category", "enum"],
    [
      "associationsV1.batchCreate",
      { body: [{ fromObjectId: 1, toObjectId: 2, category: "SERVICE_DEFINED", definitionId: 1.5 }] },
      "[0].definitionId",
      "type",
    ],
    [
      "associationsV1.batchCreate",
      { body: Array(101).fill({ fromObjectId: 1, toObjectId: 2, category: "SERVICE_DEFINED", definitionId: 3 }) },
      "body",
      "maxItems",
    ],
    [
      "associationsV1.delete",
      { body: { fromObjectId: "x", toObjectId: 2, category: "SERVICE_DEFINED", definitionId: 3 } },
      "fromObjectId",
      "pattern",
    ],
    ["associationsV1.batchDelete", { body: {} }, "body", "type"],
    ["associationsV1.list", { query: "limit=101" }, "limit", "maximum"],
    ["associationsV1.list", { query: "limit=0x10" }, "limit", "type"],
    ["associationsV1.list", { query: "limit=1.5" }, "limit", "type"],
    ["associationsV1.list", { path: ["SERVICE_DEFINED/", "SERVICE_DEFINED/x"] }, "definitionId", "type"],
    ["transactionalEmail.send", { body: { emailId: "68420157", message: { to: "a@b.example" } } }, "emailId", "type"],
    ["transactionalEmail.send", { body: { emailId: 68420157, message: {} } }, "message.to", "required"],
    ["smtpTokens.create", { body: { createdBy: "a@b.example" } }, "campaignName", "required"],
    ["smtpTokens.resetPassword", { path: ["/password-reset", "%ff/password-reset"] }, "userName", "percentEncoding"],
    ["pages.list", { query: "limit=301" }, "limit", "maximum"],
    ["pages.list", { query: "created__range=1" }, "created__range", "minItems"],
    ["pages.list", { query: "created__range=1,x" }, "created__range[1]", "type"],
    ["pages.list", { query: "id__in=" }, "id__in", "type"],
    ["pages.list", { query: "order_by=" }, "order_by", "minLength"],
    ["pages.list", { query: "offset=99999999999" }, "offset", "format"],
    ["domains.list", { query: "offset=-1" }, "offset", "minimum"],
    ["domains.get", { path: ["/domains/", "/domains/%ff"] }, "domainId", "percentEncoding"],
    ["eventDefinitions.create", { body: { label: "" } }, "label", "minLength"],
    ["eventDefinitions.create", { body: { label: "x".repeat(101) } }, "label", "maxLength"],
    ["eventDefinitions.create", { body: { label: "x", name: "Upper" } }, "name", "pattern"],
    [
      "eventDefinitions.create",
      { body: { label: "x", customMatchingId: { primaryObjectRule: { eventPropertyName: "a" } } } },
      "customMatchingId.primaryObjectRule.targetObjectPropertyName",
      "required",
    ],
    ["pages.list", { query: "created=9300000000000000000" }, "created", "format"],
    ["pages.list", { query: "created=-9300000000000000000" }, "created", "format"],
    ["pages.list", { query: "created__range=1,9300000000000000000" }, "created__range[1]", "format"],
    ["transactionalEmail.send", { body: { emailId: 1e30, message: { to: "a@b.example" } } }, "emailId", "format"],
    ["transactionalEmail.send", { body: { emailId: -(2 ** 64), message: { to: "a@b.example" } } }, "emailId", "format"],
    ["broadcasts.list", { query: "status=LOST" }, "status", "enum"],
    ["broadcasts.list", { query: "since=yesterday" }, "since", "type"],
    ["broadcasts.create", { body: { channelGuid: "" } }, "channelGuid", "minLength"],
    ["broadcasts.create", { body: { channelGuid: "x", status: "SENT" } }, "status", "const"],
    ["broadcasts.get", { path: ["/broadcasts/", "/broadcasts/%ff"] }, "broadcastGuid", "percentEncoding"],
    ["broadcasts.delete", { path: ["/broadcasts/", "/broadcasts/%ff"] }, "broadcastGuid", "percentEncoding"],
  ];

const oauthCanaries: [id: string, body: Record<string, string>, status: string, error: string, message: string][] = [
  ["oauth.createToken", { grant_type: "password" }, "BAD_GRANT_TYPE", "unsupported_grant_type", "missing or invalid grant type"],
  [
    "oauth.createToken",
    { grant_type: "client_credentials", client_id: "a", client_secret: "" },
    "BAD_REQUEST",
    "invalid_request",
    "missing or invalid client secret",
  ],
  [
    "oauth.introspectToken",
    { client_id: "a", access_token: "b" },
    "BAD_REQUEST",
    "invalid_request",
    "missing or invalid client secret, token",
  ],
  ["oauth.revokeToken", { client_id: "a", client_secret: "b", token: "" }, "BAD_REQUEST", "invalid_request", "missing or invalid token"],
  ["oauthV1.createToken", { grant_type: "password" }, "BAD_GRANT_TYPE", "unsupported_grant_type", "missing or invalid grant type"],
  // A parameter without a value counts as missing (RFC 6749, section 3.2).
  [
    "oauthV1.createToken",
    { grant_type: "authorization_code", code: "", redirect_uri: "", client_id: "", client_secret: "b" },
    "BAD_REQUEST",
    "invalid_request",
    "missing or invalid code, redirect URI, client id",
  ],
  ["oauthV1.getAccessToken", {}, "BAD_REQUEST", "invalid_request", "missing or invalid token"],
  ["oauthV1.getRefreshToken", {}, "BAD_REQUEST", "invalid_request", "missing or invalid token"],
  ["oauthV1.deleteRefreshToken", {}, "BAD_REQUEST", "invalid_request", "missing or invalid token"],
];

describe("each canary is rejected", () => {
  test("every operation with an input has a canary", () => {
    const covered = new Set([...canaries, ...oauthCanaries].map(([id]) => id));
    const takeSomething = operations.filter((op) => op.parameters.length > 0 || op.mediaType !== undefined);
    expect([...covered].sort()).toEqual(takeSomething.map(({ id }) => id).sort());
  });

  test.each(canaries.map((one) => [`${one[0]} ${one[2]} ${one[3]}`, one] as const))("%s", async (_, [id, change, where, code]) => {
    const op = operation(id);
    const example = exampleRequest(op, "body" in change ? { body: change.body } : {});
    const url = new URL(change.path ? example.url.replace(...change.path) : example.url);
    if (change.query) url.search = change.query;
    const response = await mock.fetch(new Request(url, example));
    const body = (await response.json()) as { correlationId: string; errors: { message: string }[] };
    expect(body).toMatchObject({
      status: "error",
      category: "VALIDATION_ERROR",
      message: "The request is not valid: 1 problem",
      errors: [{ in: where, code }],
    });
    expect(response.status).toBe(400);
    expect(body.errors.length).toBe(1);
    expect(body.errors[0]?.message).toMatch(new RegExp(`^${where.replaceAll(/[[\]]/g, "\\$&")} (must|is required)`));
    expect(response.headers.get("x-correlation-id")).toBe(body.correlationId);
    expectValid(badRequestSchema(op), body);
  });

  test.each(oauthCanaries.map((one) => [`${one[0]} ${JSON.stringify(one[1])}`, one] as const))(
    "%s",
    async (_, [id, form, status, error, message]) => {
      const op = operation(id);
      const example = exampleRequest(op, { body: form });
      const url = op.mediaType ? example.url : example.url.replace(/[^/]+$/, "x".repeat(513));
      const response = await mock.fetch(new Request(url, example));
      const body = await response.json();
      expect(body).toEqual({ error, error_description: message, status, message });
      expect(response.status).toBe(400);
      expectValid(badRequestSchema(op), body);
    },
  );
});

function badRequestSchema(op: DeclaredOperation): string | undefined {
  const response = op.responses.find(({ status }) => status === "400") ?? op.responses.find(({ status }) => status === "default");
  return response?.schema;
}
