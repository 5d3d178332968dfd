import { createClient, type Logger, type Middleware } from "@crm-platform/client";
import { describe, expect, test } from "vitest";
import { aDomain, recording } from "./recording.ts";
import { failureOf, withoutBackOff } from "./service.ts";

describe("middleware", () => {
  test("middleware is nested, and the first one is the outermost", async () => {
    const steps: string[] = [];
    const layer =
      (name: string): Middleware =>
      async (request, next) => {
        steps.push(`${name} in`);
        const response = await next(request);
        steps.push(`${name} out`);
        return response;
      };
    const { fetch } = recording(() => {
      steps.push("fetch");
      return aDomain();
    });
    await createClient({ fetch, middleware: [layer("a"), layer("b"), layer("c")] }).domainsV1.get("1");
    expect(steps).toEqual(["a in", "b in", "c in", "fetch", "c out", "b out", "a out"]);
  });

  test("middleware runs once per attempt, and gets its number and the path template", async () => {
    withoutBackOff();
    const seen: unknown[] = [];
    const { fetch } = recording((_, nth) => (nth < 3 ? Response.json({}, { status: 503 }) : aDomain()));
    const note: Middleware = (request, next, context) => {
      seen.push(context);
      return next(request);
    };
    await createClient({ fetch, middleware: [note], logLevel: "off" }).domainsV1.get("1");
    const context = { operationId: "domainsV1.get", path: "/cos-domains/v1/domains/{domainId}" };
    expect(seen).toEqual([1, 2, 3].map((attempt) => ({ ...context, attempt })));
  });

  test("middleware can change the request and the response", async () => {
    const { requests, fetch } = recording(aDomain);
    const change: Middleware = async (request, next) => {
      const headers = new Headers(request.headers);
      headers.set("x-signed", "yes");
      const response = await next(new Request(request, { headers }));
      return Response.json({ ...((await response.json()) as object), domain: "changed.example" });
    };
    const client = createClient({ fetch, accessToken: "t", middleware: [change] });
    expect((await client.domainsV1.get("1")).domain).toBe("changed.example");
    expect(requests[0]?.headers.get("x-signed")).toBe("yes");
    expect(requests[0]?.headers.get("authorization")).toBe("Bearer t");
  });

  test("middleware can respond without calling the service, even with an error that is retried", async () => {
    withoutBackOff();
    const { requests, fetch } = recording(aDomain);
    const cache: Middleware = (_, __, { attempt }) =>
      attempt === 1 ? Response.json({}, { status: 500 }) : Response.json({ id: "cached" });
    const client = createClient({ fetch, middleware: [cache], logLevel: "off" });
    expect((await client.domainsV1.get("1")).id).toBe("cached");
    expect(requests).toEqual([]);
  });

  test.each([401, 429, 500])("a %i from another client in middleware is not mistaken for the response", async (status) => {
    withoutBackOff();
    const { requests, fetch } = recording(() => Response.json({ password: "x" }));
    const other = createClient({ fetch: () => Response.json({}, { status }), accessToken: "o", maxRetries: 0 });
    const audit: Middleware = async (request, next) => {
      const response = await next(request);
      await other.domainsV1.get("9");
      return response;
    };
    const client = createClient({
      fetch,
      middleware: [audit],
      accessToken: ({ rejected }) => (rejected ? "new-4815162" : "old-4815162"),
      logLevel: "off",
    });
    const error = await failureOf(client.smtpTokensV1.resetPassword("user-4815162"));
    expect(error).toMatchObject({ name: "NetworkError", operationId: "smtpTokensV1.resetPassword", attempts: 1 });
    expect(error).toMatchObject({ cause: { name: "ApiError", operationId: "domainsV1.get", status } });
    expect(requests).toHaveLength(1);
  });

  test("middleware passed to withOptions replaces the client's middleware", async () => {
    const { requests, fetch } = recording(aDomain);
    const header =
      (name: string): Middleware =>
      (request, next) => {
        request.headers.set(name, "1");
        return next(request);
      };
    const client = createClient({ fetch, middleware: [header("x-one")] });
    await client.withOptions({ middleware: [header("x-two")] }).domainsV1.get("1");
    await client.domainsV1.get("1");
    expect(requests.map(({ headers }) => [headers.has("x-one"), headers.has("x-two")])).toEqual([
      [false, true],
      [true, false],
    ]);
  });
});

function listening(): { messages: string[]; logger: Logger } {
  const messages: string[] = [];
  const at = (level: string) => (message: string) => void messages.push(`${level} ${message}`);
  return { messages, logger: { debug: at("debug"), info: at("info"), warn: at("warn") } };
}

describe("the logger", () => {
  const service = () =>
    recording((_, nth) => (nth === 1 ? Response.json({}, { status: 503 }) : Response.json({ id: "1" }, { headers: { sunset: "then" } })));

  test.each([
    { logLevel: "debug" as const, expected: ["info", "warn", "debug"] },
    { logLevel: "info" as const, expected: ["info", "warn"] },
    { logLevel: "warn" as const, expected: ["warn"] },
    { logLevel: undefined, expected: ["warn"] },
    { logLevel: "off" as const, expected: [] },
  ])("a logger with the level $logLevel receives $expected", async ({ logLevel, expected }) => {
    withoutBackOff();
    const { messages, logger } = listening();
    await createClient({ fetch: service().fetch, logger, logLevel }).domainsV1.get("1");
    expect(messages.map((line) => line.split(" ")[0])).toEqual(expected);
  });

  test("a logger receives operations and path templates, but no request data", async () => {
    withoutBackOff();
    const { messages, logger } = listening();
    const client = createClient({ fetch: service().fetch, logger, logLevel: "debug", accessToken: "hidden-token" });
    await client.oauthV1.getAccessToken("hidden-token-of-the-path");
    expect(messages.join("\n")).toContain("GET /oauth/v1/access-tokens/{token}");
    expect(messages.join("\n")).toMatch(/oauthV1\.getAccessToken: 200 in \d+ ms/);
    expect(messages.join("\n")).not.toContain("hidden");
  });

  test("a logger does not receive the service's messages, which may contain personal data", async () => {
    withoutBackOff();
    const { messages, logger } = listening();
    const { fetch } = recording(() => Response.json({ category: "BUSY", message: "Not to anna@example.com" }, { status: 503 }));
    await failureOf(createClient({ fetch, logger, logLevel: "info", maxRetries: 1 }).domainsV1.get("1"));
    expect(messages).toEqual(["info 503 BUSY: GET /cos-domains/v1/domains/{domainId}. Retry in 0 ms."]);
  });

  test("a logger that throws does not fail the call", async () => {
    const { requests, fetch } = recording(aDomain);
    const broken = (): never => {
      throw new Error("the disk is full");
    };
    const logger = { debug: broken, info: broken, warn: broken };
    expect(await createClient({ fetch, logger, logLevel: "debug" }).domainsV1.get("1")).toHaveProperty("id");
    expect(requests).toHaveLength(1);
  });
});

describe("a deprecation", () => {
  const ending = (headers: Record<string, string>) => () => Response.json({ id: "1" }, { headers });

  test.each([
    { headers: { sunset: "Tue, 16 Feb 2027 00:00:00 GMT" }, message: "ends on Tue, 16 Feb 2027 00:00:00 GMT" },
    { headers: { deprecation: "@1767225600" }, message: "domainsV1.get is deprecated." },
    {
      headers: { deprecation: "@1767225600", sunset: "Tue, 16 Feb 2027 00:00:00 GMT" },
      message: "domainsV1.get is deprecated and ends on Tue, 16 Feb 2027 00:00:00 GMT",
    },
  ])("a deprecation is logged as $message", async ({ headers, message }) => {
    const { messages, logger } = listening();
    await createClient({ fetch: ending(headers), logger }).domainsV1.get("1");
    expect(messages).toEqual([expect.stringContaining(message)]);
  });

  test("a deprecation is logged once per operation for a client and its clones", async () => {
    const { messages, logger } = listening();
    const client = createClient({ fetch: ending({ deprecation: "@1" }), logger });
    await Promise.all([client.domainsV1.get("1"), client.domainsV1.get("2"), client.withOptions({ maxRetries: 0 }).domainsV1.get("3")]);
    await client.smtpTokensV1.list();
    expect(messages).toEqual(["warn domainsV1.get is deprecated.", "warn smtpTokensV1.list is deprecated."]);
    await createClient({ fetch: ending({ deprecation: "@1" }), logger }).domainsV1.get("1");
    expect(messages).toHaveLength(3);
  });

  test("a deprecation is logged by the clone's logger", async () => {
    const [one, other] = [listening(), listening()];
    const client = createClient({ fetch: ending({ deprecation: "@1" }), logger: one.logger });
    await client.withOptions({ logger: other.logger }).domainsV1.get("1");
    await client.domainsV1.get("1");
    expect([one.messages, other.messages]).toEqual([[], ["warn domainsV1.get is deprecated."]]);
  });
});
