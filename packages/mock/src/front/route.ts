import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import type { OpenApiDocument } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { isBelow, type OperationVersion, VersionTable } from "../contract/openapi/versions.ts";
import { honoPath } from "./paths.ts";

export type Route = (method: string, path: string) => Operation | undefined;

type Operations = readonly Operation[];

const routers = new WeakMap<Operations, SmartRouter<Operation>>();

/** Creates each router once per process, because tests create many mocks. */
function routerOf(operations: Operations): SmartRouter<Operation> {
  const earlier = routers.get(operations);
  if (earlier) return earlier;
  const router = new SmartRouter<Operation>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const operation of operations) router.add(operation.method, honoPath(operation.path), operation);
  routers.set(operations, router);
  return router;
}

/**
 * Returns described operations first, so that only requests to other paths take longer. If two lists have the same operation, that of the
 * first list is used.
 */
export function createRoute(document: OpenApiDocument, lists: readonly Operations[]): Route {
  const routersInOrder = lists.map(routerOf);
  const routeDescribed: Route = (method, path) => {
    for (const router of routersInOrder) {
      const operation = router.match(method, path)[0][0]?.[0];
      if (operation) return operation;
    }
    return undefined;
  };
  let others: Route | undefined;
  return (method, path) => {
    const operation = routeDescribed(method, path);
    if (operation) return operation;
    others ??= routeVersions(new VersionTable(document), routeDescribed);
    return others(method, path);
  };
}

/** Replaces the prefix of the called version by the described one. Ignores a slash at the end of the path. */
function routeVersions(table: VersionTable, routeDescribed: Route): Route {
  const versions = new Map<string, OperationVersion>();
  return (method, path) => {
    // The path `/` stays as it is, because the router cannot match an empty path.
    const target = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
    for (const row of table.routes) {
      if (!isBelow(target, row.prefix)) continue;
      const operation = routeDescribed(method, row.owner.prefix + target.slice(row.prefix.length));
      if (!operation) continue;
      // The described path, with a slash at its end.
      if (row.prefix === row.owner.prefix) return operation;
      const key = `${row.prefix} ${operation.operationId}`;
      const version = versions.get(key) ?? table.operation(operation, row);
      // Another interface can have the same prefix.
      if (!version) continue;
      versions.set(key, version);
      return version;
    }
    return target === path ? undefined : routeDescribed(method, target);
  };
}
