import { AsyncLocalStorage } from "node:async_hooks";
import { createClient } from "@crm-platform/client";
import { openTelemetry } from "@crm-platform/client/opentelemetry";
import { describe, expect, test } from "vitest";
import { aDomain, recording } from "./recording.ts";
import { failureOf, withoutBackOff } from "./service.ts";

type Context = { getValue(key: symbol): unknown };
// Values of enums in `@opentelemetry/api`.
const spanKindClient = 2;
const [unset, failed] = [0, 2];
type Attributes = { [name: string]: string | number | boolean | string[] | undefined };
interface SpanOptions {
  kind?: number;
  attributes?: Attributes;
}
interface TextMapSetter<Carrier> {
  set(carrier: Carrier, key: string, value: string): void;
}

class Span {
  readonly attributes: Attributes = {};
  status = unset;
  ended = 0;
  readonly name: string;
  readonly options: SpanOptions;
  constructor(name: string, options: SpanOptions) {
    this.name = name;
    this.options = options;
  }
  setAttribute(name: string, value: NonNullable<Attributes[string]>): this {
    this.attributes[name] = value;
    return this;
  }
  setStatus({ code }: { code: number; message?: string }): this {
    this.status = code;
    return this;
  }
  end(_at?: Date): void {
    this.ended += 1;
  }
}

function recordingApi() {
  const spans: Span[] = [];
  const storage = new AsyncLocalStorage<Context>();
  const root: Context = { getValue: () => undefined };
  const ofSpan = new Map<Context, Span>();
  const names: string[] = [];
  const api = {
    trace: {
      getTracer(name: string, _version?: string) {
        names.push(name);
        return {
          startSpan(name: string, options: SpanOptions = {}, _context?: Context): Span {
            const span = new Span(name, options);
            spans.push(span);
            return span;
          },
        };
      },
      setSpan(context: Context, span: Span): Context {
        const inner = { getValue: (key: symbol) => context.getValue(key) };
        ofSpan.set(inner, span);
        return inner;
      },
    },
    context: {
      active: (): Context => storage.getStore() ?? root,
      with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
        context: Context,
        work: F,
        thisArg?: ThisParameterType<F>,
        ...args: A
      ): ReturnType<F> {
        return storage.run(context, () => work.call(thisArg, ...args));
      },
    },
    propagation: {
      inject<Carrier>(context: Context, carrier: Carrier, setter?: TextMapSetter<Carrier>): void {
        setter?.set(carrier, "traceparent", `00-${spans.indexOf(ofSpan.get(context) as Span)}`);
      },
    },
  };
  return { api, spans, names, activeSpan: () => ofSpan.get(api.context.active()) };
}

describe("openTelemetry", () => {
  test("records a client span per attempt, named after the operation", async () => {
    withoutBackOff();
    const { api, spans, names, activeSpan } = recordingApi();
    const active: unknown[] = [];
    const { requests, fetch } = recording((_, nth) => {
      active.push(activeSpan());
      return nth === 1 ? Response.json({}, { status: 503 }) : aDomain();
    });
    const options = { baseUrl: "https://service.example:8443/base", fetch, logLevel: "off" as const };
    await createClient({ ...options, middleware: [openTelemetry(api)] }).domainsV1.get("1");
    expect(names).toEqual(["@crm-platform/client"]);
    const attributes = {
      "http.request.method": "GET",
      "url.template": "/cos-domains/v1/domains/{domainId}",
      "server.address": "service.example",
      "server.port": 8443,
    };
    expect(spans.map(({ name, options }) => ({ name, options }))).toEqual([
      { name: "domainsV1.get", options: { kind: spanKindClient, attributes } },
      { name: "domainsV1.get", options: { kind: spanKindClient, attributes: { ...attributes, "http.request.resend_count": 1 } } },
    ]);
    expect(spans.map((span) => span.attributes)).toEqual([
      { "http.response.status_code": 503, "error.type": "503" },
      { "http.response.status_code": 200 },
    ]);
    expect(spans.map(({ status }) => status)).toEqual([failed, unset]);
    expect(spans.map(({ ended }) => ended)).toEqual([1, 1]);
    expect(active).toEqual(spans);
    expect(requests.map(({ headers }) => headers.get("traceparent"))).toEqual(["00-0", "00-1"]);
  });

  test("ends the span of a failed request", async () => {
    const { api, spans } = recordingApi();
    const fetch = (): never => {
      throw new TypeError("fetch failed");
    };
    await failureOf(createClient({ fetch, middleware: [openTelemetry(api)], maxRetries: 0 }).domainsV1.get("1"));
    expect(spans).toHaveLength(1);
    expect(spans[0]).toMatchObject({ ended: 1, status: failed, attributes: { "error.type": "TypeError" } });
  });

  test("when the propagator throws, the span ends and the call succeeds", async () => {
    const { api, spans } = recordingApi();
    const inject = (): never => {
      throw new Error("no carrier");
    };
    const client = createClient({ fetch: aDomain, middleware: [openTelemetry({ ...api, propagation: { inject } })], maxRetries: 0 });
    expect(await client.domainsV1.get("1")).toHaveProperty("id");
    expect(spans.map(({ ended, status }) => [ended, status])).toEqual([[1, unset]]);
  });

  test("records neither the actual path nor a token", async () => {
    const { api, spans } = recordingApi();
    const { fetch } = recording(() => Response.json({}));
    const client = createClient({ fetch, accessToken: "hidden-token", middleware: [openTelemetry(api)] });
    await client.oauthV1.getAccessToken("hidden-token-of-the-path");
    await client.domainsV1.list();
    expect(spans).toHaveLength(2);
    expect(JSON.stringify(spans)).not.toContain("hidden");
  });

  test.each([
    { baseUrl: "http://service.example", port: 80 },
    { baseUrl: "https://service.example", port: 443 },
  ])("records the port of $baseUrl", async ({ baseUrl, port }) => {
    const { api, spans } = recordingApi();
    await createClient({ baseUrl, fetch: aDomain, middleware: [openTelemetry(api)] }).domainsV1.get("1");
    expect(spans[0]?.options.attributes?.["server.port"]).toBe(port);
  });
});
