import { Hono } from "hono";
import { cors } from "hono/cors";
import { Refusal } from "../contract/errors/refusal.ts";
import type { Answer, ContractRequest } from "../contract/message.ts";
import type { OpenApiDocument } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { smallBodyLimit } from "../contract/request/bodySize.ts";
import type { Api } from "../http/api.ts";
import { type HttpRequest, inProcess, type Origin } from "../http/httpRequest.ts";
import { readPrefer } from "../http/prefer.ts";
import type { Sites } from "../http/site.ts";
import type { OnServed, Serve, Visit } from "../http/visit.ts";
import { type BodyRules, createBodyBudget } from "./body/bodyBudget.ts";
import { httpRequestOf } from "./body/readBody.ts";
import { exposedHeaders } from "./exposedHeaders.ts";
import { type FailureOptions, failureAnswer } from "./failure.ts";
import { addPages, type Pages, pageMethods } from "./pages.ts";
import { readRequest, unreadable } from "./readRequest.ts";
import { ConnectionLost, toResponse } from "./respond.ts";
import { addOperations, addOtherMethods, addPreflights, allowedMethods } from "./routes.ts";
import { shownPaths } from "./shownPaths.ts";
import { sunsetRefusal } from "./sunset.ts";
import { unknownOperations } from "./unknownOperations.ts";
import { directLane } from "./wire/direct.ts";
import type { Wire } from "./wire/serve.ts";

export interface FrontOptions extends FailureOptions {
  /** Served at `/openapi.json`; it also lists the sunset interfaces. */
  readonly document: OpenApiDocument;
  /** Operations and what serves them; of two with the same path and method the first counts. */
  readonly apis: readonly Api[];
  readonly pages: Pages;
  /** Where people look; they come before all else, and no page of another origin reads them. */
  readonly sites?: Sites;
  /** Where `/` leads to; by default it lists the URLs there are. */
  readonly home?: string;
  /** Where answers are from that do not say so themselves: `state` or `examples`. */
  readonly source: "state" | "examples";
  readonly onServed?: OnServed;
  /**
   * Tells a visit that its operation never gets to know what time it is for whoever asks, and for which account.
   * @returns that time, in milliseconds since the epoch
   */
  readonly locate: (visit: Visit) => Promise<number>;
  /** How else to do what a request without an operation wanted, in a sentence; `undefined` where nothing is known. */
  readonly hint?: (method: string, path: string) => string | undefined;
  readonly correlationId: () => string;
}

export interface Front {
  /** Answers a request. */
  fetch(request: Request, origin: Origin): Promise<Response>;
  /** Takes an exchange as Node has it, when it is of the usual kind, and tells whether it does. */
  take(wire: Wire): boolean;
}

const pageBodyBudget = 8 * 1024 * 1024;

interface ServedOperation {
  readonly serve: Serve;
  readonly body: BodyRules;
  readonly maxValues: number;
}

function servedOperations({ operations, serve, limits }: Api): [Operation, ServedOperation][] {
  const budgets = { required: createBodyBudget(limits.buffered.required), none: createBodyBudget(limits.buffered.none) };
  return operations.map((operation) => {
    const body = { limit: limits.bytesOf(operation), budget: budgets[operation.authentication] };
    return [operation, { serve, body, maxValues: limits.values }];
  });
}

// Sent by OAuth operations, whose answers may hold credentials (RFC 6749, section 5.1).
const notToBeStored = { "cache-control": "no-store", pragma: "no-cache" };

/** Speaks HTTP: routes, reads requests, writes answers, and turns every failure into an error body. */
export function createFront(options: FrontOptions): Front {
  const { document, apis, pages, sites = {}, home, source, onError, onServed, locate, hint, correlationId } = options;
  const app = new Hono<{ Bindings: Origin }>();
  const operations = apis.flatMap((api) => api.operations);
  const served = new Map(apis.flatMap(servedOperations));
  const bodyOf = (operation: Operation) => (served.get(operation) as ServedOperation).body;
  const pageBody = { limit: smallBodyLimit, budget: createBodyBudget(pageBodyBudget) };
  const methods = allowedMethods(operations, pageMethods(pages));
  const exposed = [...new Set(apis.flatMap((api) => exposedHeaders(api.document)))].sort();
  const forBrowsers = cors({ origin: "*", allowMethods: [...new Set([...methods.values()].flat())], exposeHeaders: exposed });
  const unknown = unknownOperations(apis, hint);
  const shownPath = shownPaths({ document, operations });
  // A page with a form, such as the consent page, must not be readable by pages of other origins.
  const isForm = (path: string) => Object.hasOwn(pages, path) && "render" in (pages[path] as Pages[string]);

  for (const [path, site] of Object.entries(sites)) {
    for (const below of [path, `${path}/*`]) app.all(below, ({ req, env }) => site(req.raw, env));
  }
  app.use((context, next) => {
    const { method, path } = context.req;
    return method === "OPTIONS" || isForm(path) ? next() : forBrowsers(context, next);
  });
  const readable = [...methods.keys()].filter((path) => !isForm(path));
  addPreflights(app, readable, forBrowsers);
  addOperations(app, operations, async (operation, { req, env }) => {
    const answer = await visit(operation, httpRequestOf(req.raw, bodyOf(operation), env));
    const response = toResponse(answer);
    // How much of an unread body is still to come is not known, so the connection cannot serve another request.
    if (env.remoteAddress !== inProcess && req.raw.body && !req.raw.bodyUsed) response.headers.set("connection", "close");
    return response;
  });
  // After the operations: where the document has the same path, its operation answers.
  addPages(app, { document, pages, home }, (render, { req, env }) => answerElse(req.raw, env, render));
  addOtherMethods(app, methods, ({ req, env }, path, allowed) =>
    answerElse(req.raw, env, async (visiting) => {
      throw unknown.otherMethod(visiting, path, allowed);
    }),
  );
  app.notFound(({ req, env }) =>
    answerElse(req.raw, env, async (visiting) => {
      const { pathname } = visiting.http.url;
      const sunset = sunsetRefusal(document["x-sunset-interfaces"] ?? [], pathname, await locate(visiting));
      throw sunset ?? unknown.path(visiting);
    }),
  );
  app.onError((error) => {
    if (error instanceof ConnectionLost) throw error;
    return toResponse(failureAnswer(error, options, correlationId()));
  });

  return {
    fetch: async (request, origin) => app.fetch(request, origin),
    take: directLane({
      operations,
      bodyOf,
      visit,
      failed: (error, operation) => failureAnswer(error, options, correlationId(), operation),
      headers: { "access-control-allow-origin": "*", "access-control-expose-headers": exposed.join(",") },
    }),
  };

  function visit(operation: Operation, http: HttpRequest): Promise<Answer> {
    return answer({ operation, http, shownPath: operation.path }, (visiting) => {
      const { serve, maxValues } = served.get(operation) as ServedOperation;
      visiting.preference = readPrefer(http.headers["prefer"] ?? null);
      return serve(operation, visiting, () => read(visiting, operation, maxValues));
    });
  }

  async function read(visiting: Visit, operation: Operation, maxValues: number): Promise<ContractRequest> {
    const bytes = await visiting.http.body();
    try {
      const request = readRequest(operation, visiting.http, bytes, maxValues);
      visiting.request = request;
      return request;
    } catch (error) {
      if (error instanceof Refusal) visiting.problems = unreadable(error);
      throw error;
    }
  }

  async function answer(visiting: Visit, give: (visiting: Visit) => Promise<Answer>): Promise<Answer> {
    visiting.started = performance.now();
    let given: Answer;
    try {
      given = await give(visiting);
    } catch (error) {
      if (error instanceof Refusal) {
        visiting.problems ??= error.problems;
        // Whatever comes of it, the request is refused for the reason that it has.
        const isAvailable = error.category !== "SERVICE_UNAVAILABLE";
        if (visiting.now === undefined && isAvailable) await locate(visiting).catch(() => undefined);
      }
      given = failureAnswer(error, options, correlationId(), visiting.operation);
    } finally {
      visiting.http.release();
    }
    const headers = {
      "x-mock-source": source,
      ...visiting.headers,
      ...given.headers,
      ...(visiting.operation?.oauthErrors && notToBeStored),
    };
    const whole = { ...given, headers };
    tellServed(visiting, whole);
    return whole;
  }

  /** What a listener throws must not take the answer from the client. */
  function tellServed(visiting: Visit, given: Answer): void {
    try {
      onServed?.(visiting, given);
    } catch (error) {
      const id = given.headers["x-correlation-id"] ?? correlationId();
      onError(error, { correlationId: id, ...(visiting.operation ? { operationId: visiting.operation.operationId } : {}) });
    }
  }

  /** Answers what no operation answers. */
  async function answerElse(request: Request, origin: Origin, give: (visiting: Visit) => Promise<Answer>): Promise<Response> {
    const http = httpRequestOf(request, pageBody, origin);
    return toResponse(await answer({ operation: undefined, http, shownPath: shownPath(http.url.pathname) }, give));
  }
}
