import { type ControlledAccount, createMock, type Mock, serveMock } from "@crm-platform/mock";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exchange, portOf } from "./server/raw.ts";

const ticket = "/crm/objects/2026-03/tickets/901";
const domains = "/cos-domains/v1/domains";

type Outcome =
  | { readonly status: number; readonly body: string; readonly retryAfter: string | null }
  | { readonly broken: "before the response" | "in the response" };

describe.each(["in process", "over HTTP", "over HTTP, with unusual requests"] as const)("%s", (place) => {
  let mock: Mock;
  let account: ControlledAccount;
  let origin: string;
  let end: () => Promise<void>;

  beforeEach(async () => {
    mock = await createMock();
    account = await mock.account();
    await account.seed({ records: { tickets: [{ id: "901", properties: { subject: "Printer" } }] } });
    if (place === "in process") {
      origin = mock.url;
      end = () => mock.close();
      return;
    }
    const server = await serveMock({ mock, port: 0 });
    origin = server.url;
    end = async () => {
      await server.close();
      await mock.close();
    };
  });
  afterEach(() => end());

  async function send(path: string, method: "GET" | "DELETE"): Promise<Outcome> {
    // direct.ts skips paths with encoded letters.
    const written = place.includes("unusual") ? path.replace("s", "%73") : path;
    const init = { method, headers: { authorization: `Bearer ${account.accessToken}` } };
    const fetchIt = place === "in process" ? mock.fetch : fetch;
    let response: Response;
    try {
      response = await fetchIt(origin + written, init);
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
      return { broken: "before the response" };
    }
    try {
      return { status: response.status, body: await response.text(), retryAfter: response.headers.get("retry-after") };
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
      return { broken: "in the response" };
    }
  }

  async function isArchived(): Promise<boolean> {
    return (await account.snapshot()).records?.["tickets"]?.[0]?.archivedAt !== undefined;
  }

  test.runIf(place !== "in process").each(["reset", "dropResponse"] as const)(
    "%s resets the connection instead of closing it normally",
    async (type) => {
      await mock.faults.add({ effect: { type }, times: 1 });
      const path = place.includes("unusual") ? domains.replace("s", "%73") : domains;
      const request = [`GET ${path} HTTP/1.1`, "Host: localhost", `Authorization: Bearer ${account.accessToken}`, "", ""].join("\r\n");
      await expect(exchange(portOf(origin), request)).rejects.toMatchObject({ code: "ECONNRESET" });
    },
  );

  test("a reset drops the connection before the request is processed", async () => {
    await mock.faults.add({ effect: { type: "reset" }, times: 1 });
    expect(await send(ticket, "DELETE")).toEqual({ broken: "before the response" });
    expect(await isArchived()).toBe(false);
    expect(await send(ticket, "DELETE")).toMatchObject({ status: 204 });
  });

  test("a lost response drops the connection after the request is processed", async () => {
    await mock.faults.add({ effect: { type: "dropResponse" }, times: 1 });
    expect(await send(ticket, "DELETE")).toEqual({ broken: "before the response" });
    expect(await isArchived()).toBe(true);
  });

  test("a truncated response ends in the middle of its body", async () => {
    await mock.faults.add({ effect: { type: "truncate" }, times: 1 });
    expect(await send(domains, "GET")).toEqual({ broken: "in the response" });
    expect(await send(domains, "GET")).toMatchObject({ status: 200 });
  });

  test("a status fault responds with the platform's error body", async () => {
    await mock.faults.add({ effect: { type: "status", status: 503, message: "Maintenance" }, times: 1 });
    const outcome = await send(domains, "GET");
    expect(outcome).toMatchObject({ status: 503 });
    expect(JSON.parse("body" in outcome ? outcome.body : "")).toMatchObject({ status: "error", message: "Maintenance" });
  });

  test.each([
    { effect: { status: 423 }, category: "LOCKED", retryAfter: "2" },
    { effect: { status: 477 }, category: "MIGRATION_IN_PROGRESS", retryAfter: "86400" },
    { effect: { status: 503, retryAfter: 7 }, category: "SERVICE_UNAVAILABLE", retryAfter: "7" },
  ])("a status fault with $effect has Retry-After", async ({ effect, category, retryAfter }) => {
    await mock.faults.add({ effect: { type: "status", ...effect }, times: 1 });
    const outcome = await send(domains, "GET");
    expect(outcome).toMatchObject({ status: effect.status, retryAfter });
    const { message, ...body } = JSON.parse("body" in outcome ? outcome.body : "");
    expect([body.category, message]).toEqual([category, expect.stringContaining(`Try again in ${retryAfter} seconds`)]);
  });

  test("a rate limit fault responds with the policy", async () => {
    await mock.faults.add({ effect: { type: "rateLimit", policyName: "SECONDLY", retryAfter: 2 }, times: 1 });
    const outcome = await send(domains, "GET");
    expect(outcome).toMatchObject({ status: 429 });
    expect(JSON.parse("body" in outcome ? outcome.body : "")).toMatchObject({ errorType: "RATE_LIMIT", policyName: "SECONDLY" });
  });

  test("a latency fault delays the response", async () => {
    await mock.faults.add({ effect: { type: "latency", milliseconds: 100 }, times: 1 });
    const start = performance.now();
    expect(await send(domains, "GET")).toMatchObject({ status: 200 });
    expect(performance.now() - start).toBeGreaterThanOrEqual(99);
  });

  test("the journal names the fault", async () => {
    const { faultId } = await mock.faults.add({
      match: { operationId: "domainsV1.list", nth: 2 },
      effect: { type: "status", status: 500 },
    });
    for (let count = 0; count < 3; count += 1) await send(domains, "GET");
    expect((await mock.requests.list()).map(({ status, fault }) => [status, fault])).toEqual([
      [200, undefined],
      [500, faultId],
      [200, undefined],
    ]);
  });
});
