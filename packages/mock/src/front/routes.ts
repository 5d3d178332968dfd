import type { Context, Env, Handler, Hono } from "hono";
import type { Operation } from "../contract/openapi/operations.ts";
import { honoPath } from "./paths.ts";

/** Leads every operation to the handler. */
export function addOperations<Environment extends Env>(
  app: Hono<Environment>,
  operations: readonly Operation[],
  handle: (operation: Operation, context: Context<Environment>) => Promise<Response>,
): void {
  for (const operation of operations) {
    app.on(operation.method, honoPath(operation.path), (context) => handle(operation, context));
  }
}

/** The methods of every path, as Hono writes it, that an operation or a page answers. */
export function allowedMethods(
  operations: readonly Operation[],
  pages: readonly (readonly [path: string, method: string])[],
): Map<string, string[]> {
  const declared = operations.map(({ path, method }) => [honoPath(path), method] as const);
  const methods = new Map<string, string[]>();
  for (const [path, method] of [...pages, ...declared]) {
    const allowed = methods.get(path) ?? [];
    methods.set(path, [...new Set([...allowed, ...(method === "GET" ? ["GET", "HEAD"] : [method])])]);
  }
  return methods;
}

/** Answers the questions that browsers ask before they send, where there is something to ask for. */
export function addPreflights<Environment extends Env>(app: Hono<Environment>, paths: Iterable<string>, answer: Handler): void {
  for (const path of paths) {
    app.options(path, (context, next) =>
      context.req.header("access-control-request-method") === undefined ? next() : answer(context, next),
    );
  }
}

/** Leads every known path to a handler for the methods that it does not have. */
export function addOtherMethods<Environment extends Env>(
  app: Hono<Environment>,
  methods: ReadonlyMap<string, readonly string[]>,
  handle: (context: Context, path: string, allowed: readonly string[]) => Promise<Response>,
): void {
  for (const [path, allowed] of methods) app.all(path, (context) => handle(context, path, allowed));
}
