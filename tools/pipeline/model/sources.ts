import type * as OpenAPI from "../../openapi/document.ts";
import { methodsOf } from "../../openapi/methods.ts";
import type { Resolver } from "../../openapi/resolve.ts";
import type { Problem } from "../../problems.ts";
import type { UniqueNames } from "../names.ts";
import type { Schemas } from "./schema.ts";

export interface OperationSource {
  readonly id: string;
  /** The HTTP method in lower case. */
  readonly method: string;
  readonly path: string;
  readonly item: OpenAPI.PathItem;
  readonly operation: OpenAPI.Operation;
}

/** Omits TRACE, which fetch cannot send. */
export function listOperations(document: OpenAPI.Document, resolver: Resolver): OperationSource[] {
  return sourcesIn(document.paths, resolver).filter(({ method }) => method !== "trace");
}

/** The `path` of a source is the webhook's name. */
export function listWebhooks(document: OpenAPI.Document, resolver: Resolver): OperationSource[] {
  return sourcesIn(document.webhooks, resolver);
}

function sourcesIn(items: OpenAPI.Document["paths"] = {}, resolver: Resolver): OperationSource[] {
  return Object.entries(items).flatMap(([path, pathItem]) => {
    const item = resolver.resolve<OpenAPI.PathItem>(pathItem);
    return methodsOf(item).map((method) => {
      const operation = item[method] as OpenAPI.Operation;
      return { id: operation.operationId ?? "", method, path, item, operation };
    });
  });
}

export function tagOf({ tags }: OpenAPI.Operation): string {
  return tags?.[0] ?? "default";
}

export interface OperationContext {
  readonly document: OpenAPI.Document;
  readonly resolver: Resolver;
  readonly schemas: Schemas;
  readonly typeNames: UniqueNames;
  readonly areaOf: (tag: string) => string;
  readonly memberNames: ReadonlyMap<string, string>;
  readonly ignored: Problem[];
}
