import type * as OpenAPI from "../../openapi/document.ts";
import { methodsOf } from "../../openapi/methods.ts";
import type { Resolver } from "../../openapi/resolve.ts";
import type { Problem } from "../../problems.ts";
import type { UniqueNames } from "../names.ts";
import type { Schemas } from "./schema.ts";

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
  readonly schemas: Schemas;
  readonly typeNames: UniqueNames;
  /** The name of the area that a tag stands for. */
  readonly areaOf: (tag: string) => string;
  /** The name of each operation within its area, by operationId. */
  readonly memberNames: ReadonlyMap<string, string>;
  /** Gets a problem for each extension that counts as absent. */
  readonly ignored: Problem[];
}
