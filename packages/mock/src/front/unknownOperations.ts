import { Rejection, sunsetRejection } from "../contract/errors/rejection.ts";
import type { OpenApiDocument } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { compareVersions, isVersion, VersionTable, versionIn } from "../contract/openapi/versions.ts";
import { distanceOf } from "../contract/problems/nearest.ts";
import { didYouMeanOperation, maxPathLength, nearestOperation } from "../contract/problems/nearestOperation.ts";
import type { HttpRequest } from "../http/httpRequest.ts";
import type { Api } from "../http/serve.ts";
import type { Route } from "./route.ts";

/** Each error is a contract violation. */
export interface UnknownOperations {
  /** @param path the decoded path, which determines the operation */
  operation(http: Pick<HttpRequest, "method" | "url">, path: string, now: number): Rejection;
  /** @param methods the allowed methods of a page */
  method(http: HttpRequest, methods: readonly string[]): Rejection;
}

export interface UnknownOperationsOptions {
  readonly document: OpenApiDocument;
  readonly apis: readonly Pick<Api, "operations">[];
  readonly route: Route;
  readonly shownPath: (path: string) => string;
}

export function unknownOperations({ document, apis, route, shownPath }: UnknownOperationsOptions): UnknownOperations {
  const operations = apis.flatMap((api) => api.operations);
  const versions = new VersionTable(document);
  const versionNames = [...new Set([...versions.rows.map(({ name }) => name), ...operations.map(({ path }) => versionIn(path))])];
  const sunsetInterfaces = document["x-sunset-interfaces"] ?? [];

  return {
    operation: ({ method, url: { pathname } }, path, now) => {
      const sunset = sunsetOf(pathname, now);
      if (sunset) return sunset;
      const others = methodsOf(path);
      if (others.length > 0) return otherMethod(method, pathname, others);
      const message = sentences(noMatch(method, pathname), otherVersions(method, pathname) ?? suggestion(method, pathname));
      return new Rejection("RESOURCE_NOT_FOUND", message, { violations: [{ in: "path", code: "operation", message }] });
    },
    method: ({ method, url: { pathname } }, methods) =>
      otherMethod(
        method,
        pathname,
        methods.map((one) => [one, undefined]),
      ),
  };

  function methodsOf(path: string): MethodName[] {
    const methodNames = [...new Set(operations.map((one) => one.method))].sort();
    return methodNames.flatMap((method): MethodName[] => {
      const operation = route(method, path);
      if (!operation) return [];
      return method === "GET"
        ? [
            [method, operation.operationId],
            ["HEAD", undefined],
          ]
        : [[method, operation.operationId]];
    });
  }

  function otherMethod(method: string, path: string, allowedMethods: readonly MethodName[]): Rejection {
    // GET implies HEAD.
    const methods = allowedMethods.filter(([one]) => one !== "HEAD").map(([one, operationId]) => withName(one, operationId));
    const message = sentences(noMatch(method, path), `This path supports ${methods.join(" and ")}.`, siblings(method, path));
    const violations = [{ in: "method", code: "operation", message }];
    return new Rejection("METHOD_NOT_ALLOWED", message, { headers: { allow: allowedMethods.map(([one]) => one).join(", ") }, violations });
  }

  function sunsetOf(path: string, now: number): Rejection | undefined {
    const matching = sunsetInterfaces.filter(({ pathPrefixes }) => pathPrefixes.some((prefix) => `${path}/`.startsWith(`${prefix}/`)));
    return matching.map((one) => sunsetRejection(one.name, one, now)).find((rejection) => rejection !== undefined);
  }

  function noMatch(method: string, path: string): string {
    return `No operation matches ${method} ${shownPath(path)}.`;
  }

  /** Lists the versions of the operation that has the same path apart from the version. */
  function otherVersions(method: string, path: string): string | undefined {
    const parts = path.split("/");
    const at = parts.findIndex(isVersion);
    if (at < 0) return undefined;
    const similar = versionNames.map((name) => route(method, parts.with(at, name).join("/"))).filter((one) => one !== undefined);
    const [first] = similar.sort((one, other) => compareVersions(versionIn(other.path), versionIn(one.path)));
    if (!first) return undefined;
    const described = first.version?.described ?? first;
    const ofInterface = versions.versionsOf(described);
    const all = ofInterface.length > 0 ? ofInterface : [described];
    return `${described.operationId} has these versions: ${all.map((one) => `${method} ${one.path}`).join(", ")}.`;
  }

  function suggestion(method: string, path: string): string {
    const nearest = nearestVersion(method, path) ?? nearestOperation(operationsBeside(path), method, path);
    return nearest ? didYouMeanOperation(nearest) : "GET /openapi.json lists the operations.";
  }

  /** Compares the path only with described paths, after replacing the prefix of a version, because there are several times as many others. */
  function nearestVersion(method: string, path: string): Operation | undefined {
    const row = nearestRow(path);
    if (!row) return undefined;
    const rest = path.split("/").slice(row.prefix.split("/").length);
    const candidates = rest.length > 0 ? operations : operations.filter((one) => one.path === row.owner.prefix);
    const nearest = nearestOperation(candidates, method, [row.owner.prefix, ...rest].join("/"));
    return nearest && (versions.operation(nearest, row) ?? nearest);
  }

  function nearestRow(path: string): VersionTable["rows"][number] | undefined {
    if (path.length > maxPathLength) return undefined;
    const parts = path.split("/");
    const rows = versions.rows.map((row) => {
      const start = parts.slice(0, row.prefix.split("/").length).join("/");
      return { row, difference: distanceOf(start, row.prefix) / row.prefix.length };
    });
    const [nearest] = rows.sort((one, other) => one.difference - other.difference);
    return nearest && nearest.difference < maxPrefixDifference ? nearest.row : undefined;
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

/** The maximum fraction of characters that may differ between similar prefixes. */
const maxPrefixDifference = 0.2;

type MethodName = readonly [method: string, operationId: string | undefined];

function sentences(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join(" ");
}

function withName(method: string, operationId: string | undefined): string {
  return operationId === undefined ? method : `${method} (${operationId})`;
}

function partsOf(path: string): string[] {
  return path.split("/", 2).slice(1);
}
