import { type ServiceNames, serviceNames } from "@crm-platform/types/serviceNames";
import { type Context, Hono } from "hono";
import type { CheckedRequest, Contract } from "../contract/contract.ts";
import { Rejection } from "../contract/errors/rejection.ts";
import type { ContractRequest, Problem } from "../contract/message.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { nearestOperation } from "../contract/problems/nearestOperation.ts";
import { crmPlatform, platformOperations, prismContract } from "../crmPlatform.ts";
import { fetchFrom } from "../front/body/readBody.ts";
import { failureResponse, type OnError } from "../front/failure.ts";
import { readRequest } from "../front/readRequest.ts";
import { toResponse } from "../front/respond.ts";
import { createRoute } from "../front/route.ts";
import { inDocumentNames } from "../front/serviceNames.ts";
import { shownPaths } from "../front/shownPaths.ts";
import type { Wire } from "../front/wire/wire.ts";
import { callbackRule, checkOptions, type OptionRule, serviceNameRule } from "../http/options.ts";
import { receive } from "./proxyRequest.ts";
import { unknownOperation, type Violation, violationsOf } from "./violation.ts";

export interface ProxyOptions {
  /** The URL of the real service: scheme, host, port and optionally a path prefix. */
  readonly upstream: URL;
  /** Called with every contract violation in the traffic. Errors thrown by this function are passed to `onError`. */
  readonly onViolation: (violation: Violation) => void;
  /**
   * The service's own name; see `MockOptions`. The proxy forwards all names as they are, and validates them as those of the document.
   * @default the names of the documents
   */
  readonly serviceName?: string;
  /** Called with every internal error of the proxy. */
  readonly onError?: OnError;
}

export interface Proxy {
  /**
   * Forwards a request and returns the upstream's response, or a 502 if the upstream is unreachable. Accepts the arguments of `fetch`, with
   * an absolute URL on any host. Rejects only if `onError` throws or if the arguments are invalid.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Works like `fetch`, but writes the exact bytes to the connection. The returned response is only a placeholder. Used by `serveMock`. */
  pass(request: Request, wire: Wire): Promise<Response>;
  /** Loads the contract now instead of on the first request. */
  ready(): Promise<void>;
}

/**
 * Creates a proxy that forwards all traffic and reports contract violations in requests and responses.
 * @throws TypeError when an option is missing, unknown or invalid
 */
export function createProxy(options: ProxyOptions): Proxy {
  checkOptions("createProxy", options, {
    upstream: upstreamUrl,
    onViolation: { ...callbackRule, isRequired: true },
    serviceName: serviceNameRule,
    onError: callbackRule,
  });
  const { upstream, onViolation, serviceName, onError = () => {} } = options;
  const names = serviceName === undefined ? undefined : serviceNames(serviceName);
  const document = crmPlatform();
  const operations = platformOperations();
  const shownPath = shownPaths({ document, operations, onlyKnown: true });
  const route = createRoute(document, [operations]);
  const app = new Hono();
  app.all("*", async (context) => {
    const { raw, path } = context.req;
    const { pathname } = new URL(raw.url);
    const operation = route(raw.method === "HEAD" ? "GET" : raw.method, names ? names.toDocument.text(path) : path);
    // The contract describes one version. Where another one differs from it, the traffic is not validated.
    if (operation && !operation.version?.differences.length) return pass(operation, raw, wireOf(context));
    if (!operation) emit(unknownOperation(raw.method, shownPath(pathname), nearestOperation(operations, raw.method, pathname)));
    const proxyRequest = await receive(raw, wireOf(context));
    const { forward, forwardedResponse } = await forwarding();
    return forwardedResponse(await forward(upstream, proxyRequest), wireOf(context));
  });
  app.onError((error) => toResponse(failureResponse(error, { onError }, crypto.randomUUID())));
  return {
    fetch: fetchFrom(async (request) => app.fetch(request)),
    pass: async (request, wire) => app.fetch(request, { wire }),
    ready: async () => {
      await prismContract();
    },
  };

  async function pass(operation: Operation, request: Request, wire: Wire | undefined): Promise<Response> {
    const proxyRequest = await receive(request, wire);
    const { pathname: path, search } = new URL(request.url);
    const { input, problems } = readLeniently(
      operation,
      { path, search, headers: Object.fromEntries(request.headers) },
      proxyRequest.bytes,
      names,
    );
    await report("request", operation, (contract) => (input ? requestProblems(contract.checkRequest(operation, input)) : problems));
    const { forward, forwardedResponse } = await forwarding();
    const upstreamResponse = await forward(upstream, proxyRequest);
    // A response to a HEAD request is not checked, because it has no body, which the document may require.
    if (request.method !== "HEAD") {
      // Loading Node's compression takes a tenth of the mock's startup time.
      const { responseOf } = await import("./responseOf.ts");
      await report("response", operation, (contract) => {
        const response = responseOf(upstreamResponse);
        return contract.checkResponse(operation, names ? { ...response, body: names.toDocument.value(response.body) } : response);
      });
    }
    return forwardedResponse(upstreamResponse, wire);
  }

  /** Reports violations. If a check fails, the traffic must continue. */
  async function report(
    direction: Violation["direction"],
    operation: Operation,
    check: (contract: Contract) => readonly Problem[],
  ): Promise<void> {
    try {
      for (const violation of violationsOf(direction, operation, check(await prismContract()))) emit(violation);
    } catch (error) {
      onError(error, { correlationId: crypto.randomUUID(), operationId: operation.operationId });
    }
  }

  /** If the listener throws, the traffic and the reports of other violations must continue. */
  function emit(violation: Violation): void {
    try {
      onViolation(violation);
    } catch (error) {
      const { operationId } = violation;
      onError(error, { correlationId: crypto.randomUUID(), ...(operationId === undefined ? {} : { operationId }) });
    }
  }
}

const upstreamUrl: OptionRule = {
  requirement: 'must be a URL object with the scheme http or https, for example new URL("https://api.example.com")',
  fits: (value) => value instanceof URL && ["http:", "https:"].includes(value.protocol),
  isRequired: true,
};

/** Loads the module on first use, because Node's HTTP modules take longer to load than the mock itself. */
function forwarding(): Promise<typeof import("./forward.ts")> {
  return import("./forward.ts");
}

function wireOf({ env }: Context): Wire | undefined {
  return (env as { readonly wire?: Wire } | undefined)?.wire;
}

const noToken: Problem = { in: "Authorization", code: "security", message: "A well-formed access token is required" };

function requestProblems({ lacksToken, problems }: CheckedRequest): readonly Problem[] {
  return lacksToken ? [noToken, ...problems] : problems;
}

/** An unreadable request is reported as a violation, but still forwarded. */
function readLeniently(
  operation: Operation,
  request: Parameters<typeof readRequest>[1],
  bytes: Uint8Array,
  names: ServiceNames | undefined,
): { input?: ContractRequest; problems: readonly Problem[] } {
  try {
    const input = readRequest(operation, request, bytes);
    return { input: names ? inDocumentNames(input, names) : input, problems: [] };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return { problems: error.violations };
  }
}
