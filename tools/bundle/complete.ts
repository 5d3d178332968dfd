import { camelCase, UniqueNames } from "../model/names.ts";
import { ProblemsError } from "../problems.ts";
import type { Document, Json, Operation, PathItem } from "./document.ts";
import { methodsOf, Resolver } from "./resolve.ts";

/**
 * Makes of any OpenAPI 3.1 document one that the later stages and the mock can read in one way: it has `paths`, every
 * operation stands in place and has an operationId, and every reference names a component. Our own bundle is such a document.
 * @throws ProblemsError when it is no OpenAPI 3.1 document, or a reference leads nowhere
 */
export function complete(document: Document): Document {
  refuseOtherVersions(document);
  const resolver = new Resolver(document);
  const items = Object.entries(document.paths ?? {}).map(([path, item]) => [path, resolver.resolve<PathItem>(item)] as const);
  const paths = nameOperations(items);
  // Path items stand in place now; in two places each operationId would be there twice.
  const { pathItems: _inPlace, ...components } = document.components ?? {};
  return inlineParts({ ...document, paths, components } as unknown as Json, resolver, []) as unknown as Document;
}

function refuseOtherVersions(document: Document): void {
  const { openapi, swagger } = document as { openapi?: unknown; swagger?: unknown };
  if (typeof openapi === "string" && /^3\.1\.\d+/.test(openapi)) return;
  const found = openapi === undefined ? `swagger: ${JSON.stringify(swagger)}` : `openapi: ${JSON.stringify(openapi)}`;
  throw new ProblemsError("bundle", [{ file: "the bundle", pointer: "#/openapi", message: `OpenAPI 3.1 is expected. Found: ${found}.` }]);
}

/** An operation without an operationId is named by its method and path; no two get the same name. */
function nameOperations(items: readonly (readonly [string, PathItem])[]): Record<string, PathItem> {
  const operations = items.flatMap(([path, item]) =>
    methodsOf(item).map((method) => ({ path, method, operation: item[method] as Operation })),
  );
  const names = new UniqueNames();
  for (const { operation } of operations) if (operation.operationId !== undefined) names.take(operation.operationId);
  const named = new Map(
    operations
      .filter(({ operation }) => operation.operationId === undefined)
      .map(({ path, method }) => [`${method} ${path}`, names.take(camelCase(`${method} ${path}`))]),
  );
  return Object.fromEntries(
    items.map(([path, item]) => {
      const own = methodsOf(item).flatMap((method) => {
        const operationId = named.get(`${method} ${path}`);
        return operationId === undefined ? [] : [[method, { operationId, ...(item[method] as Operation) }]];
      });
      return [path, own.length === 0 ? item : { ...item, ...Object.fromEntries(own) }];
    }),
  );
}

/** A reference to a whole component stays. One to a part of something has no name that code could use: the part is copied. */
const wholeComponent = /^#\/components\/[^/]+\/[^/]+$/;

function inlineParts(node: Json, resolver: Resolver, inside: readonly string[]): Json {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map((item: Json) => inlineParts(item, resolver, inside));
  const { $ref: reference, ...siblings } = node as { readonly [key: string]: Json };
  if (typeof reference !== "string" || !reference.startsWith("#/") || wholeComponent.test(reference)) {
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, isData(key) ? value : inlineParts(value, resolver, inside)]),
    );
  }
  if (inside.includes(reference)) {
    const message = "The part refers to itself from within. Make it a component of its own, and refer to that.";
    throw new ProblemsError("bundle", [{ file: "the bundle", pointer: reference, message }]);
  }
  const part = resolver.resolve({ $ref: reference }) as unknown as { readonly [key: string]: Json };
  return inlineParts({ ...part, ...siblings }, resolver, [...inside, reference]);
}

/** Where `$ref` would be data and not a reference. */
function isData(key: string): boolean {
  return ["example", "examples", "default", "const", "enum", "x-data"].includes(key);
}
