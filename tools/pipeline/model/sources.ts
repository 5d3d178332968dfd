import type * as OpenAPI from "../../openapi/document.ts";
import { methodsOf } from "../../openapi/methods.ts";
import { resolve } from "../../openapi/resolve.ts";
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
export function listOperations(document: OpenAPI.Document): OperationSource[] {
  return sourcesIn(document, "paths").filter(({ method }) => method !== "trace");
}

/** The `path` of a source is the webhook's name. */
export function listWebhooks(document: OpenAPI.Document): OperationSource[] {
  return sourcesIn(document, "webhooks");
}

function sourcesIn(document: OpenAPI.Document, member: "paths" | "webhooks"): OperationSource[] {
  return Object.entries(document[member] ?? {}).flatMap(([path, pathItem]) => {
    const item = resolve<OpenAPI.PathItem>(document, pathItem);
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
  readonly schemas: Schemas;
  readonly typeNames: UniqueNames;
  readonly areaOf: (tag: string) => string;
  readonly memberNames: ReadonlyMap<string, string>;
  readonly ignored: Problem[];
}
