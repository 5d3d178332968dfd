import { returnsList } from "../../pipeline/emit/mock/controlClient.ts";
import { parametersAreOptional, takesParameters } from "../../pipeline/emit/types/operations.ts";
import { buildModel } from "../../pipeline/model/build.ts";
import type { Model, Operation } from "../../pipeline/model/model.ts";
import type { DocumentName } from "../documents/contracts.ts";
import type { JsonMap } from "../json.ts";
import type { Documents } from "./difference.ts";

/** The facts of the generated code that no single part of a document states. */
export interface Generated {
  /** For each operationId, the facts of its function by name. */
  readonly calls: ReadonlyMap<string, JsonMap>;
  /** The exported constants for enums, by name. The control API's client has none. */
  readonly enums: JsonMap;
}

/** Returns `undefined` if no code can be generated, because `generate` reports the reason. */
export function generatedCode(
  { before, after }: Documents,
  name: DocumentName,
): { readonly before: Generated; readonly after: Generated } | undefined {
  try {
    return { before: factsOf(buildModel(before), name), after: factsOf(buildModel(after), name) };
  } catch {
    return undefined;
  }
}

function factsOf(model: Model, name: DocumentName): Generated {
  const { operations, enums } = model;
  const isControl = name === "control";
  const resultOf = (operation: Operation): JsonMap =>
    isControl ? { "The return value": { value: returnsList(operation, model) ? "a list" : "the whole response" } } : {};
  return {
    calls: new Map(operations.map((operation) => [operation.id, { ...callOf(operation), ...resultOf(operation) }])),
    enums: isControl ? {} : Object.fromEntries(enums.map(({ schema, property }) => [`enums.${schema}.${property}`, {}])),
  };
}

function callOf(operation: Operation): JsonMap {
  const { body, batch, pagination } = operation;
  const parameters = takesParameters(operation) ? (parametersAreOptional(operation) ? "optional" : "required") : "none";
  const values = {
    parameters,
    ...(body !== undefined && {
      "The argument of the body": body.placement === "member" ? "params.body" : "params",
      "The media type that the client sends": body.mediaType,
    }),
    ...(batch !== undefined && { batch: "chunked()" }),
    ...(pagination !== undefined && { pagination: "pages()" }),
  };
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, { value }]])));
}
