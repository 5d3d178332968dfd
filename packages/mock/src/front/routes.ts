import type { Hono } from "hono";
import type { Operation } from "../contract/operations.ts";

/** Leads every operation to the handler. */
export function addOperations(
  app: Hono,
  operations: readonly Operation[],
  handle: (operation: Operation, request: Request) => Promise<Response>,
): void {
  for (const operation of operations) {
    app.on(operation.method, honoPath(operation.path), ({ req }) => handle(operation, req.raw));
  }
}

/** Leads every declared path to a handler for the methods that it does not declare. */
export function addOtherMethods(
  app: Hono,
  operations: readonly Operation[],
  handle: (method: string, allowed: readonly string[]) => Response,
): void {
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const declared = operations.filter((operation) => operation.path === path).map((operation) => operation.method);
    const allowed = declared.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    app.all(honoPath(path), ({ req }) => handle(req.method, allowed));
  }
}

function honoPath(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ":$1");
}
