import { Rejection } from "../contract/errors/rejection.ts";
import { sunsetRejection } from "../contract/errors/sunset.ts";
import type { OpenApiDocument } from "../contract/openapi/document.ts";
import { didYouMeanOperation, nearestOperation } from "../contract/problems/nearestOperation.ts";
import type { HttpRequest } from "../http/httpRequest.ts";
import type { Api } from "../http/serve.ts";
import { covers, honoPath } from "./paths.ts";

/** Each error is a contract violation. */
export interface UnknownOperations {
  path(http: HttpRequest, now: number): Rejection;
  /** @param path in Hono's syntax */
  otherMethod(http: HttpRequest, path: string, allowed: readonly string[]): Rejection;
}

export interface UnknownOperationsOptions {
  readonly document: OpenApiDocument;
  readonly apis: readonly Api[];
  readonly shownPath: (path: string) => string;
}

export function unknownOperations({ document, apis, shownPath }: UnknownOperationsOptions): UnknownOperations {
  const operations = apis.flatMap((api) => api.operations);
  const sunsetInterfaces = document["x-sunset-interfaces"] ?? [];

  return {
    path: ({ method, url: { pathname } }, now) => {
      const sunset = sunsetOf(pathname, now);
      if (sunset) return sunset;
      const message = sentences(noMatch(method, pathname), suggestion(method, pathname));
      return new Rejection("RESOURCE_NOT_FOUND", message, { violations: [{ in: "path", code: "operation", message }] });
    },
    otherMethod: ({ method, url: { pathname } }, path, allowed) => {
      const matching = operations.filter((one) => covers(honoPath(one.path), path));
      // The order is reversed, so that the most specific operation, which comes first, overwrites the others.
      const names = new Map(matching.reverse().map((one) => [one.method, one.operationId]));
      // GET implies HEAD.
      const methods = allowed.filter((one) => one !== "HEAD").map((one) => withName(one, names.get(one)));
      const message = sentences(noMatch(method, pathname), `This path supports ${methods.join(" and ")}.`, siblings(method, pathname));
      const violations = [{ in: "method", code: "operation", message }];
      return new Rejection("METHOD_NOT_ALLOWED", message, { headers: { allow: allowed.join(", ") }, violations });
    },
  };

  function sunsetOf(path: string, now: number): Rejection | undefined {
    const matching = sunsetInterfaces.filter(({ pathPrefixes }) => pathPrefixes.some((prefix) => `${path}/`.startsWith(`${prefix}/`)));
    return matching.map((one) => sunsetRejection(one.name, one, now)).find((rejection) => rejection !== undefined);
  }

  function noMatch(method: string, path: string): string {
    return `No operation matches ${method} ${shownPath(path)}.`;
  }

  function suggestion(method: string, path: string): string {
    const nearest = nearestOperation(operationsBeside(path), method, path);
    return nearest ? didYouMeanOperation(nearest) : "GET /openapi.json lists the operations.";
  }

  /** Lists operations with the same method whose paths differ in one segment, but not in the last one, such as `/tickets/merge`. */
  function siblings(method: string, path: string): string | undefined {
    const parts = path.split("/");
    const similar = operations.filter((one) => {
      const others = one.path.split("/");
      const isSibling = one.method === method && others.length === parts.length && others.at(-1) === parts.at(-1);
      return isSibling && others.filter((other, index) => other !== parts[index]).length === 1;
    });
    if (similar.length === 0) return undefined;
    return `For ${method}, use one of these paths: ${similar.map((one) => `${one.path} (${one.operationId})`).join(", ")}.`;
  }

  /** Falls back to the first API if no operation has the same path prefix. */
  function operationsBeside(path: string): Api["operations"] {
    const [first] = partsOf(path);
    const api = apis.find((one) => one.operations.some((operation) => partsOf(operation.path)[0] === first)) ?? apis[0];
    return api?.operations ?? [];
  }
}

function sentences(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join(" ");
}

function withName(method: string, operationId: string | undefined): string {
  return operationId === undefined ? method : `${method} (${operationId})`;
}

function partsOf(path: string): string[] {
  return path.split("/", 2).slice(1);
}
