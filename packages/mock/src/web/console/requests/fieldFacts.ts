import { isObject, objectAt, resolve } from "../../../contract/openapi/document.ts";
import type { Operation } from "../../../contract/openapi/operations.ts";
import { keyword, schemasAt } from "../../../contract/openapi/schemas.ts";
import { valueAt } from "../../../contract/problems/fields.ts";
import { crmPlatform, platformOperations } from "../../../crmPlatform.ts";

const maxExampleLength = 500;
let operations: ReadonlyMap<string, Operation> | undefined;

/** @param field a field in a problem, for example `inputs[3].id`, or a parameter */
export function fieldFacts(operationId: string, field: string): { readonly description?: string; readonly example?: string } {
  const operation = operationOf(operationId);
  if (!operation) return {};
  const path = field === "body" ? [] : field.split(/[.[\]]+/).filter((part) => part !== "");
  const parameter = operation.parameters.find(({ name }) => name === path[0]);
  const inBody = schemasAt(crmPlatform(), operation.body?.schema, path);
  const isInBody = inBody.length > 0 || !parameter;
  const schemas = isInBody ? inBody : schemasAt(crmPlatform(), parameter.schema, path.slice(1));
  const examples = isInBody ? operation.body?.examples : parameter.examples;
  const pathInExample = inBody.length > 0 ? path.map((part) => (/^\d+$/.test(part) ? "0" : part)) : path.slice(1);
  const example = [...(examples?.values() ?? [])].map((value) => valueAt(value, pathInExample)).find((value) => value !== undefined);
  const description = keyword(schemas, "description") ?? (parameter && parameterDescription(operation, parameter.name));
  return {
    ...(typeof description === "string" ? { description } : {}),
    ...(example === undefined ? {} : { example: shortJson(example) }),
  };
}

export function operationOf(operationId: string): Operation | undefined {
  // The whole document is read only when the first request is shown.
  operations ??= new Map(platformOperations().map((operation) => [operation.operationId, operation]));
  return operations.get(operationId);
}

function parameterDescription({ path, method }: Operation, name: string): unknown {
  const document = crmPlatform();
  const item = objectAt(document, document.paths, path);
  const all = [item["parameters"], objectAt(document, item, method.toLowerCase())["parameters"]].flat();
  const parameters = all.map((one) => resolve(document, one)).filter(isObject);
  return parameters.find((parameter) => parameter["name"] === name)?.["description"];
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= maxExampleLength ? text : `${text.slice(0, maxExampleLength)}…`;
}
