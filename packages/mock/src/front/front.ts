import { Hono } from "hono";
import { cors } from "hono/cors";
import type { OpenApiDocument } from "../contract/document.ts";
import { shortened } from "../contract/fields.ts";
import { pathMask } from "../contract/knownPath.ts";
import type { Answer } from "../contract/message.ts";
import type { Operation } from "../contract/operations.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Api } from "./api.ts";
import { directLane } from "./direct.ts";
import { exposedHeaders } from "./exposedHeaders.ts";
import { failureAnswer, type OnError } from "./failure.ts";
import type { HttpRequest } from "./httpRequest.ts";
import { addPages, type Pages, pagePaths } from "./pages.ts";
import { readPrefer } from "./prefer.ts";
import { httpRequestOf } from "./readBody.ts";
import { readRequest } from "./readRequest.ts";
import { ConnectionLost, toResponse } from "./respond.ts";
import { addOperations, addOtherMethods, addPreflights, allowedMethods } from "./routes.ts";
import type { Wire } from "./serve.ts";
import { sunsetRefusal } from "./sunset.ts";
import type { OnServed, Visit } from "./visit.ts";

export interface FrontOptions {
  /** Shown at `/openapi.json`; it also says which interfaces are gone. */
  readonly document: OpenApiDocument;
  /** Operations and what serves them; of two with the same path and method the first counts. */
  readonly apis: readonly Api[];
  readonly pages: Pages;
  /** Where answers are from that do not say so themselves: `state` or `examples`. */
  readonly source: "state" | "examples";
  readonly onError: OnError;
  readonly onServed?: OnServed;
  /** What time it is for whoever asks for what no operation answers, in milliseconds since the epoch. */
  readonly now: (http: HttpRequest) => number | Promise<number>;
  readonly correlationId: () => string;
}

export interface Front {
  /** Answers a request. @param remoteAddress where it came from, when it came over a wire */
  fetch(request: Request, remoteAddress?: string): Promise<Response>;
  /** Takes an exchange as Node has it, when it is of the usual kind, and tells whether it does. */
  take(wire: Wire): boolean;
}

/** Speaks HTTP: routes, reads requests, writes answers, and turns every failure into an error body. */
export function createFront(options: FrontOptions): Front {
  const { document, apis, pages, source, onError, onServed, now, correlationId } = options;
  const app = new Hono<{ Bindings: { remoteAddress: string | undefined } }>();
  const operations = apis.flatMap((api) => api.operations);
  const apiOf = new Map(apis.flatMap((api) => api.operations.map((operation) => [operation, api] as const)));
  const limitOf = (operation: Operation) => apiOf.get(operation)?.limits.bytes ?? 0;
  const methods = allowedMethods(operations, pagePaths(pages));
  const exposed = [...new Set(apis.flatMap((api) => exposedHeaders(api.document)))].sort();
  const forBrowsers = cors({ origin: "*", allowMethods: [...new Set([...methods.values()].flat())], exposeHeaders: exposed });
  const mask = pathMask(document, operations);

  app.use((context, next) => (context.req.method === "OPTIONS" ? next() : forBrowsers(context, next)));
  addPreflights(app, methods.keys(), forBrowsers);
  addOperations(app, operations, async (operation, { req, env }) =>
    toResponse(await visit(operation, httpRequestOf(req.raw, limitOf(operation), env?.remoteAddress))),
  );
  // After the operations: where the document has the same path, its operation answers.
  addPages(app, document, pages, (render, { req }) => answerElse(req.raw, ({ http }) => render(http.url)));
  addOtherMethods(app, methods, ({ req }, allowed) => {
    const message = `${req.method} is not allowed here. Use ${allowed.join(" or ")}.`;
    const refusal = new Refusal("METHOD_NOT_ALLOWED", message, { headers: { allow: allowed.join(", ") } });
    return answerElse(req.raw, () => Promise.reject(refusal));
  });
  app.notFound(({ req }) =>
    answerElse(req.raw, async (visiting) => {
      const { http } = visiting;
      visiting.now = await now(http);
      const sunset = sunsetRefusal(document["x-sunset-interfaces"] ?? [], http.url.pathname, visiting.now);
      throw sunset ?? new Refusal("RESOURCE_NOT_FOUND", `There is no path ${shortened(mask(http.url.pathname), 200)}.`);
    }),
  );
  app.onError((error) => {
    if (error instanceof ConnectionLost) throw error;
    return toResponse(failureAnswer(error, onError, correlationId()));
  });

  return {
    fetch: async (request, remoteAddress) => app.fetch(request, { remoteAddress }),
    take: directLane({
      operations,
      limitOf,
      visit,
      headers: { "access-control-allow-origin": "*", "access-control-expose-headers": exposed.join(",") },
    }),
  };

  function visit(operation: Operation, http: HttpRequest): Promise<Answer> {
    return answer({ operation, http }, async (visiting) => {
      const { admit, limits, serve } = apiOf.get(operation) as Api;
      admit?.(http);
      const request = readRequest(operation, http, await http.body(), limits.values);
      visiting.request = request;
      visiting.preference = readPrefer(http.headers["prefer"] ?? null);
      return serve(operation, request, visiting);
    });
  }

  async function answer(visiting: Visit, give: (visiting: Visit) => Promise<Answer>): Promise<Answer> {
    let given: Answer;
    try {
      given = await give(visiting);
    } catch (error) {
      if (error instanceof Refusal) visiting.problems ??= error.problems;
      given = failureAnswer(error, onError, correlationId(), visiting.operation);
    }
    const headers = { "x-mock-source": source, ...visiting.headers, ...given.headers };
    const whole = { ...given, headers };
    onServed?.(visiting, whole);
    return whole;
  }

  /** Answers what no operation answers. */
  async function answerElse(request: Request, give: (visiting: Visit) => Promise<Answer>): Promise<Response> {
    return toResponse(await answer({ operation: undefined, http: httpRequestOf(request, 0, undefined) }, give));
  }
}
