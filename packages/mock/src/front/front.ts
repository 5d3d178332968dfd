import type { ServiceNames } from "@crm-platform/types/serviceNames";
import { Hono } from "hono";
import { cors } from "hono/cors";
import type { ContractResponse } from "../contract/message.ts";
import type { OpenApiDocument } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { smallBodyLimit } from "../contract/request/bodySize.ts";
import { type HttpRequest, inProcess, type Origin } from "../http/httpRequest.ts";
import type { Api, Render, Serve, Sites } from "../http/serve.ts";
import { accountOf, addressOf, BodyBudget, type BodyRules } from "./body/bodyBudget.ts";
import { httpRequestOf } from "./body/readBody.ts";
import { failureResponse } from "./failure.ts";
import { type HandleOptions, handleWith } from "./handle.ts";
import { addPages, type Pages, pageMethods } from "./pages.ts";
import { readRequest } from "./readRequest.ts";
import { ConnectionLost, toResponse } from "./respond.ts";
import { createRoute } from "./route.ts";
import { shownPaths } from "./shownPaths.ts";
import { unknownOperations } from "./unknownOperations.ts";
import { directLane } from "./wire/direct.ts";
import type { Wire } from "./wire/wire.ts";

export interface FrontOptions extends HandleOptions {
  /** The document is served at `/openapi.json` and lists the sunset interfaces. */
  readonly document: OpenApiDocument;
  /** If two APIs have the same operation, the operation of the first API is used. */
  readonly apis: readonly Api[];
  readonly pages: Pages;
  /** Sites take precedence over all other paths, and their responses have no CORS headers. */
  readonly sites?: Sites;
  /** The names that contain the service's own name. */
  readonly names?: ServiceNames | undefined;
  /** The page to which `/` redirects. By default, `/` returns a list of URLs. */
  readonly home?: string;
}

export interface Front {
  fetch(request: Request, origin: Origin): Promise<Response>;
  take(wire: Wire): boolean;
}

const pageBodyBudget = 8 * 1024 * 1024;

interface ServedOperation {
  readonly serve: Serve;
  readonly body: BodyRules;
  readonly maxValues: number;
  readonly hasServiceNames: boolean;
}

function servedOperations({ operations, serve, limits, hasServiceNames = false }: Api): [Operation, ServedOperation][] {
  const { required, none } = limits.bufferedBytes;
  const budgets = { required: new BodyBudget(required, accountOf), none: new BodyBudget(none, addressOf) };
  return operations.map((operation) => {
    const body = { limit: limits.bytesOf(operation), budget: budgets[operation.authentication] };
    return [operation, { serve, body, maxValues: limits.values, hasServiceNames }];
  });
}

export function createFront(options: FrontOptions): Front {
  const { document, apis, pages, sites = {}, home, locate, correlationId, names } = options;
  const handle = handleWith(options);
  const operations = apis.flatMap((api) => api.operations);
  const byOperation = new Map(apis.flatMap(servedOperations));
  const servedBy = (operation: Operation) => byOperation.get(operation.version?.described ?? operation) as ServedOperation;
  const bodyOf = (operation: Operation) => servedBy(operation).body;
  const route = createRoute(
    document,
    apis.map((api) => api.operations),
  );
  // Both are created on first use, because in-process requests never need the lane, and a server may never need the app.
  let app: ReturnType<typeof createApp> | undefined;
  let lane: ReturnType<typeof directLane> | undefined;

  return {
    async fetch(request, origin) {
      app ??= createApp();
      return app.fetch(request, origin);
    },
    take(wire) {
      lane ??= createLane();
      return lane(wire);
    },
  };

  function createLane() {
    return directLane({
      route: findOperation,
      bodyOf,
      handle: handleOperation,
      failureResponse: (error, operation) => failureResponse(error, options, correlationId(), operation),
      headers: { "access-control-allow-origin": "*", "access-control-expose-headers": "*" },
    });
  }

  function createApp() {
    const app = new Hono<{ Bindings: Origin }>();
    const pageBody = { limit: smallBodyLimit, budget: new BodyBudget(pageBodyBudget, addressOf) };
    const ofPages = pageMethods(pages);
    const allowMethods = [...new Set(["GET", "HEAD", ...operations.map(({ method }) => method), ...Object.values(ofPages).flat()])];
    const forBrowsers = cors({ origin: "*", allowMethods, exposeHeaders: ["*"] });
    const shownPath = shownPaths({ document, operations });
    const unknown = unknownOperations({ document, apis, route: findOperation, shownPath });
    // Other origins must not read pages with forms, such as the consent page.
    const isForm = (path: string) => Object.hasOwn(pages, path) && "render" in (pages[path] as Pages[string]);

    for (const [path, site] of Object.entries(sites)) {
      for (const below of [path, `${path}/*`]) app.all(below, ({ req, env }) => site(req.raw, env));
    }
    app.use((context, next) => {
      const isPlainOptions = context.req.method === "OPTIONS" && context.req.header("access-control-request-method") === undefined;
      return isPlainOptions || isForm(context.req.path) ? next() : forBrowsers(context, next);
    });
    app.use(({ req, env }, next) => {
      const operation = findOperation(req.method === "HEAD" ? "GET" : req.method, req.path);
      return operation ? respond(operation, req.raw, env) : next();
    });
    addPages(app, { document, pages, home }, (render, { req, env }) => handleOther(req.raw, env, render));
    for (const [path, methods] of Object.entries(ofPages)) {
      app.all(path, ({ req, env }) => handleOther(req.raw, env, async (http) => ({ error: unknown.method(http, methods) })));
    }
    app.notFound(({ req, env }) =>
      handleOther(req.raw, env, async (http) => {
        const place = await locate(http);
        return { error: unknown.operation(http, req.path, place.now), place };
      }),
    );
    app.onError((error) => {
      if (error instanceof ConnectionLost) throw error;
      return toResponse(failureResponse(error, options, correlationId()));
    });
    return app;

    async function respond(operation: Operation, request: Request, origin: Origin): Promise<Response> {
      const response = toResponse(await handleOperation(operation, httpRequestOf(request, bodyOf(operation), origin)));
      // The length of the unread part of the body is unknown, so the connection cannot be reused.
      if (origin.remoteAddress !== inProcess && request.body && !request.bodyUsed) response.headers.set("connection", "close");
      return response;
    }

    async function handleOther(request: Request, origin: Origin, render: Render): Promise<Response> {
      const http = httpRequestOf(request, pageBody, origin);
      const routedRequest = { operation: undefined, http, shownPath: shownPath(http.url.pathname), names };
      return toResponse(await handle(routedRequest, () => render(http)));
    }
  }

  function findOperation(method: string, path: string): Operation | undefined {
    const operation = route(method, path);
    return operation || !names ? operation : route(method, names.toDocument.text(path));
  }

  function handleOperation(operation: Operation, http: HttpRequest): Promise<ContractResponse> {
    const { serve, maxValues, hasServiceNames } = servedBy(operation);
    const read = async () => readRequest(operation, http, await http.body(), maxValues);
    const routedRequest = { operation, http, shownPath: operation.path, names: hasServiceNames ? names : undefined };
    return handle(routedRequest, () => serve(operation, http, read));
  }
}
