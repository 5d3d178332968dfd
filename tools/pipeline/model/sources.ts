import { escapePointer, methodsOf } from "@crm-platform/mock/contract";
import type * as OpenAPI from "../../openapi/document.ts";
import type { Problem } from "../../problems.ts";
import { capitalize, type Names, requireIdentifier } from "../names.ts";
import type { Schemas } from "./schema.ts";

export interface OperationSource {
  readonly id: string;
  /** The first part of the id, for example `meetings` in `meetings.batchRead`. */
  readonly area: string;
  readonly name: string;
  /** The HTTP method in lower case. */
  readonly method: string;
  /** For a webhook, its name. */
  readonly path: string;
  readonly pointer: string;
  readonly item: OpenAPI.PathItem;
  readonly operation: OpenAPI.Operation;
}

export function listOperations(document: OpenAPI.Document, member: "paths" | "webhooks"): OperationSource[] {
  return Object.entries(document[member] ?? {}).flatMap(([path, item]) =>
    methodsOf(item).map((method) => {
      const operation = item[method] as OpenAPI.Operation;
      const id = operation.operationId ?? "";
      const [area = "", name = ""] = id.split(/\.(.*)/s);
      return { id, area, name, method, path, pointer: `#/${member}/${escapePointer(path)}/${method}`, item, operation };
    }),
  );
}

/** @throws ProblemsError if a part of the id cannot be used in code */
export function typeNameOf({ area, name, pointer }: OperationSource): string {
  requireIdentifier(area, pointer);
  requireIdentifier(name, pointer);
  return `${capitalize(area)}${capitalize(name)}`;
}

export interface OperationContext {
  readonly document: OpenAPI.Document;
  readonly schemas: Schemas;
  readonly typeNames: Names;
  /** Collects the problems of all operations. */
  readonly problems: Problem[];
}
