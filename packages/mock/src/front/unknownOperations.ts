import { Refusal } from "../contract/errors/refusal.ts";
import { didYouMeanOperation, nearestOperation } from "../contract/problems/nearestOperation.ts";
import type { Api } from "../http/api.ts";
import type { Visit } from "../http/visit.ts";
import { honoPath } from "./paths.ts";

/** The refusals of requests that no operation takes. Each is a contract violation of the request. */
export interface UnknownOperations {
  /** @param visit gets the violation */
  path(visit: Visit): Refusal;
  /**
   * @param visit gets the violation
   * @param path as Hono writes it
   * @param allowed the methods of this path
   */
  otherMethod(visit: Visit, path: string, allowed: readonly string[]): Refusal;
}

/** @param hint how else to do what a request wanted, in a sentence */
export function unknownOperations(
  apis: readonly Api[],
  hint: (method: string, path: string) => string | undefined = () => undefined,
): UnknownOperations {
  const operations = apis.flatMap((api) => api.operations);

  return {
    path: (visit) => {
      const { method, url } = visit.http;
      const message = sentences(noMatch(visit), hint(method, url.pathname) ?? suggestion(method, url.pathname));
      visit.problems = [{ in: "path", code: "operation", message }];
      return new Refusal("RESOURCE_NOT_FOUND", message);
    },
    otherMethod: (visit, path, allowed) => {
      const names = new Map(operations.filter((one) => honoPath(one.path) === path).map((one) => [one.method, one.operationId]));
      // HEAD is implied by GET.
      const methods = allowed.filter((method) => method !== "HEAD").map((method) => withName(method, names.get(method)));
      const { method, url } = visit.http;
      const message = sentences(noMatch(visit), `This path has ${methods.join(" and ")}.`, hint(method, url.pathname));
      visit.problems = [{ in: "method", code: "operation", message }];
      return new Refusal("METHOD_NOT_ALLOWED", message, { headers: { allow: allowed.join(", ") } });
    },
  };

  function noMatch({ http: { method }, shownPath }: Visit): string {
    return `No operation matches ${method} ${shownPath}.`;
  }

  function suggestion(method: string, path: string): string {
    const nearest = nearestOperation(operationsBeside(path), method, path);
    return nearest ? didYouMeanOperation(nearest) : "GET /openapi.json lists the operations.";
  }

  /** The operations of the API whose paths begin like this one; those of the first API where none does. */
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
