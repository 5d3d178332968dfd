import { isObject, objectAt, resolve } from "../../../contract/openapi/document.ts";
import { type Operation, readOperations } from "../../../contract/openapi/operations.ts";
import { keyword, schemasAt } from "../../../contract/openapi/schemas.ts";
import { valueAt } from "../../../contract/problems/fields.ts";
import { crmPlatform } from "../../../crmPlatform.ts";

/** What the document tells of a field of an operation. */
export interface FieldFacts {
  readonly description?: string;
  /** A value that is right, as JSON. */
  readonly example?: string;
}

const maxExampleLength = 500;
let operations: ReadonlyMap<string, Operation> | undefined;

/**
 * What the document tells of a field that a problem names.
 * @param field as problems write it: `inputs[3].id`, or the name of a parameter
 */
export function fieldFacts(operationId: string, field: string): FieldFacts {
  // Reads the whole document, so not before somebody asks.
  operations ??= new Map(readOperations(crmPlatform).map((operation) => [operation.operationId, operation]));
  const operation = operations.get(operationId);
  if (!operation) return {};
  const path = field === "body" ? [] : field.split(/[.[\]]+/).filter((part) => part !== "");
  const parameter = operation.parameters.find(({ name }) => name === path[0]);
  const inBody = schemasAt(crmPlatform, operation.body?.schema, path);
  const schemas = inBody.length > 0 || !parameter ? inBody : schemasAt(crmPlatform, parameter.schema, path.slice(1));
  const named = inBody.length > 0 || !parameter ? operation.body?.examples : parameter.examples;
  const inExample = inBody.length > 0 ? path.map((part) => (/^\d+$/.test(part) ? "0" : part)) : path.slice(1);
  const example = [...(named?.values() ?? [])].map((value) => valueAt(value, inExample)).find((value) => value !== undefined);
  const description = keyword(schemas, "description") ?? (parameter && parameterDescription(operation, parameter.name));
  return {
    ...(typeof description === "string" ? { description } : {}),
    ...(example === undefined ? {} : { example: shortJson(example) }),
  };
}

/** The mock itself has no use for it, so it is read from the document. */
function parameterDescription({ path, method }: Operation, name: string): unknown {
  const item = objectAt(crmPlatform, crmPlatform.paths, path);
  const all = [item["parameters"], objectAt(crmPlatform, item, method.toLowerCase())["parameters"]].flat();
  const parameters = all.map((one) => resolve(crmPlatform, one)).filter(isObject);
  return parameters.find((parameter) => parameter["name"] === name)?.["description"];
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= maxExampleLength ? text : `${text.slice(0, maxExampleLength)}…`;
}
