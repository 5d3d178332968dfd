import { createExampleMock } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import { operation } from "../document.ts";
import { exampleRequest } from "../exampleRequest.ts";

const mock = createExampleMock({ onError: (error) => expect.fail(String(error)) });
const meetings = operation("meetings.batchRead");
const there = "Available: 200 byId, byUniqueProperty; 207 partialFailure; 400 invalidInput;";

const served: [prefer: string, status: number, applied: string | null, shows: object][] = [
  ["code=207", 207, "code=207", { numErrors: 1 }],
  ["example=partialFailure", 207, "example=partialFailure", { numErrors: 1 }],
  ["code=200; example=byUniqueProperty", 200, "code=200, example=byUniqueProperty", { results: [{ id: "512001" }] }],
  ['CODE="207"', 207, "code=207", { numErrors: 1 }],
  ["code = 207 , example = partialFailure", 207, "code=207, example=partialFailure", { numErrors: 1 }],
  ["code=207, code=400", 207, "code=207", { numErrors: 1 }],
  ["code=429, example=daily", 429, "code=429, example=daily", { policyName: "DAILY" }],
  ["example=payloadTooLarge", 413, "example=payloadTooLarge", { category: "PAYLOAD_TOO_LARGE" }],
  ["code=default", 500, "code=default", { category: "INTERNAL_ERROR" }],
  ["code=502", 502, "code=502", { category: "INTERNAL_ERROR" }],
  ["code=415", 415, "code=415", { category: "UNSUPPORTED_MEDIA_TYPE" }],
  ["code=413", 413, "code=413", { category: "PAYLOAD_TOO_LARGE" }],
  ["code=405", 405, "code=405", { category: "METHOD_NOT_ALLOWED" }],
  ["code=404", 404, "code=404", { category: "RESOURCE_NOT_FOUND" }],
  ["code=404, example=resourceNotFound", 404, "code=404, example=resourceNotFound", { category: "RESOURCE_NOT_FOUND" }],
  ["dynamic", 200, "dynamic", { results: expect.any(Array) }],
  ["dynamic=false", 200, "dynamic=false", { results: [{ id: "512001" }, { id: "512002" }] }],
  ["return=minimal, respond-async", 200, null, { results: [{ id: "512001" }, { id: "512002" }] }],
  ["", 200, null, { results: [{ id: "512001" }, { id: "512002" }] }],
];

test.each(served)("Prefer: %s results in a %i", async (prefer, status, applied, shows) => {
  const response = await mock.fetch(exampleRequest(meetings, { headers: { prefer } }));
  expect(response.status).toBe(status);
  expect(response.headers.get("preference-applied")).toBe(applied);
  expect(await response.json()).toMatchObject(shows);
});

const rejected: [prefer: string, message: string][] = [
  ["code=201", `The Prefer header requests the response 201, which is not in the document. ${there}`],
  ["example=nothing", `The Prefer header requests the example nothing, which is not in the document. ${there}`],
  ["code=200, example=partialFailure", `The Prefer header requests the example partialFailure, which is not in the document. ${there}`],
  ["example=", `The Prefer header requests the example , which is not in the document. ${there}`],
  ["code=99", "The Prefer header is not valid: code must be a status from 200 to 599, or default."],
  ["code=many", "The Prefer header is not valid: code must be a status from 200 to 599, or default."],
  ["dynamic=maybe", "The Prefer header is not valid: dynamic must be true or false."],
  ["seed=42", "The Prefer header is not valid: seed requires dynamic=true."],
  ["dynamic=true, example=byId", "The Prefer header is not valid: example and dynamic=true cannot be combined."],
];

describe("a preference that cannot be met is rejected", () => {
  test.each(rejected)("Prefer: %s", async (prefer, message) => {
    const response = await mock.fetch(exampleRequest(meetings, { headers: { prefer } }));
    const body = (await response.json()) as { category: string; message: string };
    expect([response.status, body.category]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.message.startsWith(message), body.message).toBe(true);
    expect(response.headers.get("preference-applied")).toBeNull();
  });

  test("an OAuth endpoint rejects a preference with an OAuth error", async () => {
    const response = await mock.fetch(exampleRequest(operation("oauthV1.createToken"), { headers: { prefer: "example=nothing" } }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_request", status: "BAD_REQUEST" });
  });
});

test("an invalid request is rejected regardless of its preference", async () => {
  const response = await mock.fetch(exampleRequest(meetings, { body: {}, headers: { prefer: "code=200" } }));
  expect(response.status).toBe(400);
});

test("without a seed, generated data differs between requests", async () => {
  const send = async () => (await mock.fetch(exampleRequest(meetings, { headers: { prefer: "dynamic=true" } }))).text();
  expect(await send()).not.toBe(await send());
});

test("generated data contains only declared fields", async () => {
  const response = await mock.fetch(exampleRequest(operation("smtpTokensV1.list"), { headers: { prefer: "dynamic=true, seed=42" } }));
  const [token] = (await response.json()) as object[];
  const declared = ["portalId", "userName", "emailCampaignId", "createdAt", "deleted", "createdBy", "appId", "campaignName"];
  expect(declared).toEqual(expect.arrayContaining(Object.keys(token ?? {})));
});
