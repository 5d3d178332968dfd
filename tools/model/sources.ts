import type * as OpenAPI from "../bundle/document.ts";
import { camelCase, type UniqueNames } from "./names.ts";
import type { Resolver } from "./resolve.ts";
import type { PrintedType, PrintedTypes } from "./types.ts";

/** One operation of the document with where it stands. */
export interface OperationSource {
  readonly id: string;
  /** As it is written in the document, in lower case. */
  readonly method: string;
  readonly path: string;
  readonly item: OpenAPI.PathItem;
  readonly operation: OpenAPI.Operation;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Every operation in the order of the document. One without an operationId is named by its method and path. */
export function listOperations(document: OpenAPI.Document, resolver: Resolver): OperationSource[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, pathItem]) => {
    const item = resolver.resolve<OpenAPI.PathItem>(pathItem);
    return Object.keys(item)
      .filter((key) => methods.includes(key))
      .map((method) => {
        const operation = item[method] as OpenAPI.Operation;
        return { id: operation.operationId ?? camelCase(`${method} ${path}`), method, path, item, operation };
      });
  });
}

/** What builds an operation: the document's parts, and the names that are taken. */
export interface OperationContext {
  readonly document: OpenAPI.Document;
  readonly resolver: Resolver;
  readonly types: PrintedTypes;
  readonly typeNames: UniqueNames;
  /** Taken names by area. */
  readonly memberNames: Map<string, UniqueNames>;
}

/** The printed type of a part of an operation. */
export function typeOfOperation(
  { id, method, path, operation }: OperationSource,
  types: PrintedTypes,
  steps: readonly string[],
): PrintedType | undefined {
  // Without an operationId openapi-typescript writes the operation in place.
  const start = operation.operationId === undefined ? ["paths", path, method] : ["operations", id];
  return types.typeAt([...start, ...steps]);
}

/** The printed type of a part that all operations of a path share. */
export function typeOfItem({ path }: OperationSource, types: PrintedTypes, steps: readonly string[]): PrintedType | undefined {
  return types.typeAt(["paths", path, ...steps]);
}
