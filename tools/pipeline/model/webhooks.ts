import { pascalCase } from "../names.ts";
import { requestContent } from "./bodies.ts";
import type { Webhook } from "./model.ts";
import type { OperationContext, OperationSource } from "./sources.ts";

export function buildWebhook(source: OperationSource, context: OperationContext): Webhook {
  const { id, method, path, operation } = source;
  return {
    id,
    name: path,
    typeName: context.typeNames.take(`${pascalCase(id)}Body`),
    method: method.toUpperCase(),
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    deprecated: operation.deprecated === true,
    companion: operation["x-companion"] === true,
    mediaType: requestContent(source, context)?.mediaType,
  };
}
