import { expect } from "vitest";
import { rule, rules } from "../rules.ts";
import { batchRead, domains, partialFailures, rejections } from "./asking.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

// Two facts have no rule, because no request causes them: an internal error is a 500 without internal details (tested by
// test/contract/exampleErrors.test.ts), and entries of `errors` can have a `subCategory`.
rules("shared", {
  "unknown-path": rule(
    "A request to an unknown path returns 404 with the category RESOURCE_NOT_FOUND. The message names the nearest operation, or, if only " +
      "the version is unknown, the versions that exist.",
    "assumed",
  )(async ({ call }) => {
    const messages = {
      "/crm/v3/objekts/tickets/901": "Did you mean DELETE /crm/v3/objects/tickets/{ticketId} (tickets.archive)?",
      "/crm/object/2026-03/tickets/901": "Did you mean DELETE /crm/objects/2026-03/tickets/{ticketId} (tickets.archive)?",
      "/crm/v9/objects/tickets/901":
        "tickets.archive has these versions: DELETE /crm/v3/objects/tickets/{ticketId}, DELETE /crm/objects/2025-09/tickets/{ticketId}, " +
        "DELETE /crm/objects/2026-03/tickets/{ticketId}, DELETE /crm/objects/2026-09/tickets/{ticketId}.",
    };
    for (const [path, message] of Object.entries(messages)) {
      const { status, body } = await call({ method: "DELETE", path });
      expect([path, status, body.category]).toEqual([path, 404, "RESOURCE_NOT_FOUND"]);
      expect(body.message).toContain(message);
    }
  }),
  "wrong-method": rule(
    "A request with a method that the path does not support returns 405. The `Allow` header and the message list the supported methods.",
    "assumed",
  )(async ({ call }) => {
    const response = await call({ method: "PATCH", path: domains });
    expect(response).toMatchObject({ status: 405, body: { category: "METHOD_NOT_ALLOWED" } });
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    expect(response.body.message).toContain("GET (domainsV1.list)");
    const version = await call({ method: "PUT", path: "/crm/v3/objects/contacts" });
    expect([version.status, version.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  }),
  "error-body": rule("Every Error object contains the status `error`, a category, a message, and a correlationId that is a UUID.", {
    grade: "documented",
    source: "platform description, Errors 1",
  })(async (platform) => {
    for (const { status, body } of await rejections(platform)) {
      const fields = { status: "error", category: expect.any(String), message: expect.any(String) };
      expect([status, body]).toEqual([status, expect.objectContaining({ ...fields, correlationId: expect.stringMatching(uuid) })]);
    }
  }),
  "correlation-header": rule("The header `X-Correlation-Id` has the same value as the correlationId of the Error object.", {
    grade: "observed",
    source: "recordings of a similar API, whose header also contains its own name",
  })(async (platform) => {
    for (const { status, headers, body } of await rejections(platform)) {
      expect([status, headers.get("x-correlation-id")]).toEqual([status, body.correlationId]);
    }
  }),
  "content-type": rule("Every response with a body, including error responses, has the content type `application/json;charset=utf-8`.", {
    grade: "observed",
    source: "recordings of a similar API",
  })(async (platform) => {
    const account = await platform.account();
    const served = [
      await account.call({ path: domains }),
      await account.call({ path: "/events/2026-03/event-definitions", body: { label: "Sensor" } }),
      ...(await partialFailures(platform)),
    ];
    expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200, 201, 207]));
    for (const { status, headers } of [...served, ...(await rejections(platform))]) {
      expect([status, headers.get("content-type")]).toEqual([status, "application/json;charset=utf-8"]);
    }
  }),
  "unparsable-body": rule(
    "A request with a body that is not valid JSON returns 400 with the category VALIDATION_ERROR.",
    "assumed",
  )(async ({ account, origin, call }) => {
    const { accessToken } = await account();
    const response = await call({
      method: "POST",
      path: `${origin}${batchRead}`,
      token: accessToken,
      form: {},
      headers: { "content-type": "application/json" },
    });
    expect(response).toMatchObject({ status: 400, body: { category: "VALIDATION_ERROR" } });
  }),
  "validation-error": rule(
    "A request that violates the contract is rejected with an Error object that has the category VALIDATION_ERROR.",
    { grade: "described", source: "platform description, Errors 1" },
  )(async ({ account }) => {
    const one = await account();
    const definition = { path: "/events/2026-03/event-definitions", body: { label: "x".repeat(101) } };
    for (const call of [{ path: batchRead, body: { inputs: 7 } }, { path: domains, query: { limit: "many" } }, definition]) {
      const { body } = await one.call(call);
      const fields = { category: "VALIDATION_ERROR", correlationId: expect.any(String), message: expect.any(String) };
      expect([call.path, body]).toEqual([call.path, expect.objectContaining(fields)]);
    }
  }),
  "every-problem": rule(
    "The response to a request that violates the contract has status 400 and contains one entry per problem. Each entry names the field " +
      "in `in` and contains the invalid value in `context`.",
    "assumed",
  )(async ({ account }) => {
    const body = { inputs: [{ id: 7 }, {}], properties: "subject", propertiesWithHistory: [] };
    const response = await (await account()).call({ path: batchRead, query: { archived: "maybe" }, body });
    expect(response).toMatchObject({ status: 400, body: { category: "VALIDATION_ERROR" } });
    const places = response.body.errors.map((error: { in: string }) => error.in);
    expect(places.sort()).toEqual(["archived", "inputs[0].id", "inputs[1].id", "properties"]);
    const archived = response.body.errors.find((error: { in: string }) => error.in === "archived");
    expect(archived.context.received).toEqual(["maybe"]);
  }),
  "body-too-large": rule(
    "A request with an oversized body returns 413 with the category PAYLOAD_TOO_LARGE.",
    "assumed",
  )(async ({ account }) => {
    const body = { inputs: [], properties: ["x".repeat(2 * 1024 * 1024)], propertiesWithHistory: [] };
    expect(await (await account()).call({ path: batchRead, body })).toMatchObject({ status: 413, body: { category: "PAYLOAD_TOO_LARGE" } });
  }),
  "url-too-long": rule("A request whose path and query have more than 16,200 characters returns 414 with the category URI_TOO_LONG.", {
    grade: "observed",
    source: "clients of a similar API, which measured limits between 8,000 and 16,200 characters",
  })(async ({ account }) => {
    const one = await account();
    const query = (length: number) => ({ name: "x".repeat(length - `${domains}?name=`.length) });
    expect((await one.call({ path: domains, query: query(16_200) })).status).toBe(200);
    for (const length of [16_201, 100_000]) {
      const response = await one.call({ path: domains, query: query(length) });
      expect(response).toMatchObject({ status: 414, body: { status: "error", category: "URI_TOO_LONG" } });
    }
  }),
  "wrong-content-type": rule(
    "A request with a body of the wrong content type returns 415 with the category UNSUPPORTED_MEDIA_TYPE.",
    "assumed",
  )(async ({ account }) => {
    const response = await (await account()).call({ path: batchRead, form: { inputs: "1" } });
    expect(response).toMatchObject({ status: 415, body: { category: "UNSUPPORTED_MEDIA_TYPE" } });
  }),
  "batch-errors-are-whole": rule("Every error in the body of a 207 response has all required fields, including `errors` and `links`.", {
    grade: "described",
    source: "platform description, Error objects",
  })(async (platform) => {
    for (const { status, body } of await partialFailures(platform)) {
      expect([status, body.numErrors, body.errors.length]).toEqual([207, 1, 1]);
      const texts = { status: expect.any(String), category: expect.any(String), message: expect.any(String) };
      expect(body.errors[0]).toMatchObject({ ...texts, context: expect.any(Object), errors: [], links: {} });
    }
  }),
  "batch-error-status": rule("Every error in the body of a 207 response has the `status` `error`, in every version.", {
    grade: "observed",
    source: "recordings of March 2026",
  })(async (platform) => {
    for (const { body } of await partialFailures(platform)) expect(body.errors[0].status).toBe("error");
    const account = await platform.account();
    const body = { inputs: [{ id: "3999" }], properties: [], propertiesWithHistory: [] };
    for (const prefix of ["/crm/v3/objects", "/crm/objects/2025-09", "/crm/objects/2026-03", "/crm/objects/2026-09"]) {
      const { errors } = (await account.call({ path: `${prefix}/contacts/batch/read`, body })).body;
      expect([prefix, errors[0].status]).toEqual([prefix, "error"]);
    }
  }),
});
