import { Hono } from "hono";
import { cors } from "hono/cors";
import type { Preference } from "../answers/choose.ts";
import type { OpenApiDocument } from "../contract/document.ts";
import { shortened } from "../contract/fields.ts";
import { pathMask } from "../contract/knownPath.ts";
import type { Answer, ContractRequest } from "../contract/message.ts";
import type { Operation } from "../contract/operations.ts";
import { Refusal } from "../contract/refusal.ts";
import { exposedHeaders } from "./exposedHeaders.ts";
import { failureResponse, type OnError } from "./failure.ts";
import { addPages, type Pages, pagePaths } from "./pages.ts";
import { readPrefer, writePrefer } from "./prefer.ts";
import { readBody } from "./readBody.ts";
import { readRequest } from "./readRequest.ts";
import { toResponse } from "./respond.ts";
import { addOperations, addOtherMethods, addPreflights, allowedMethods } from "./routes.ts";
import { sunsetRefusal } from "./sunset.ts";

export interface FrontOptions {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly pages: Pages;
  /** In bytes. */
  readonly bodyLimit: number;
  readonly onError: OnError;
  /** Answers a request that could be read. */
  readonly answer: (operation: Operation, request: ContractRequest, preference: Preference) => Promise<Answer>;
}

/** Speaks HTTP: routes, reads requests, writes answers, and turns every failure into an error body. */
export function createFront({ document, operations, pages, bodyLimit, onError, answer }: FrontOptions): Hono {
  const app = new Hono();
  const methods = allowedMethods(operations, pagePaths(pages));
  const allMethods = [...new Set([...methods.values()].flat())];
  const forBrowsers = cors({ origin: "*", allowMethods: allMethods, exposeHeaders: exposedHeaders(document) });
  const mask = pathMask(document, operations);
  app.use((context, next) => (context.req.method === "OPTIONS" ? next() : forBrowsers(context, next)));
  addPreflights(app, methods.keys(), forBrowsers);
  addOperations(app, operations, (operation, { req }) =>
    serve(operation, req.raw).catch((error) => failureResponse(error, onError, operation)),
  );
  // After the operations: where the document has the same path, its operation answers.
  addPages(app, document, pages);
  addOtherMethods(app, methods, (method, allowed) => {
    const message = `${method} is not allowed here. Use ${allowed.join(" or ")}.`;
    const refusal = new Refusal("METHOD_NOT_ALLOWED", message, { headers: { allow: allowed.join(", ") } });
    return failureResponse(refusal, onError);
  });
  app.notFound(({ req }) => {
    const path = new URL(req.url).pathname;
    const sunset = sunsetRefusal(document["x-sunset-interfaces"] ?? [], path);
    const refusal = sunset ?? new Refusal("RESOURCE_NOT_FOUND", `There is no path ${shortened(mask(path), 200)}.`);
    return failureResponse(refusal, onError);
  });
  app.onError((error) => failureResponse(error, onError));
  return app;

  async function serve(operation: Operation, request: Request): Promise<Response> {
    const input = readRequest(operation, request, await readBody(request, bodyLimit));
    const preference = readPrefer(request.headers.get("prefer"));
    const response = toResponse(await answer(operation, input, preference));
    const applied = writePrefer(preference);
    if (applied !== "") response.headers.set("preference-applied", applied);
    return response;
  }
}
