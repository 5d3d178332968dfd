import type * as OpenAPI from "../../openapi/document.ts";
import { methodsOf } from "../../openapi/methods.ts";
import type { Resolver } from "../../openapi/resolve.ts";
import type { TypeText } from "./model.ts";
import type { UniqueNames } from "./names.ts";
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

/** Every operation in the order of the document, which is complete: each has an operationId. No fetch sends a TRACE. */
export function listOperations(document: OpenAPI.Document, resolver: Resolver): OperationSource[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, pathItem]) => {
    const item = resolver.resolve<OpenAPI.PathItem>(pathItem);
    const methods = methodsOf(item).filter((method) => method !== "trace");
    return methods.map((method) => {
      const operation = item[method] as OpenAPI.Operation;
      return { id: operation.operationId ?? "", method, path, item, operation };
    });
  });
}

/** The tag that an operation is grouped by; one without a tag has "default". */
export function tagOf({ tags }: OpenAPI.Operation): string {
  return tags?.[0] ?? "default";
}

/** What builds an operation: the document's parts, and the names that are taken. */
export interface OperationContext {
  readonly document: OpenAPI.Document;
  readonly resolver: Resolver;
  readonly types: PrintedTypes;
  readonly typeNames: UniqueNames;
  /** The name of the area that a tag stands for. */
  readonly areaOf: (tag: string) => string;
  /** The name of each operation within its area, by operationId. */
  readonly memberNames: ReadonlyMap<string, string>;
}

/** The printed type of a part of an operation. */
export function typeOfOperation({ id }: OperationSource, types: PrintedTypes, steps: readonly string[]): PrintedType | undefined {
  return types.typeAt(["operations", id, ...steps]);
}

/** The printed type of a part that all operations of a path share. */
export function typeOfItem({ path }: OperationSource, types: PrintedTypes, steps: readonly string[]): PrintedType | undefined {
  return types.typeAt(["paths", path, ...steps]);
}

/** A type of the language. */
export function plainType(text: string): TypeText {
  return { text, schemas: [] };
}
