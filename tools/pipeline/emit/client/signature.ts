import type { Operation } from "../../model/model.ts";
import { parametersAreOptional, takesParameters } from "../types/operations.ts";
import { parameterType } from "../types/operationTypes.ts";
import type { PrintedTypes } from "../types/typeScript.ts";

export interface Signature {
  /** For example `ticketId: string, options?: CallOptions`. */
  readonly parameterList: string;
  /** For example `[ticketId], undefined, options`. */
  readonly forEngine: string;
  readonly result: string;
}

export function signatureOf(operation: Operation, types: PrintedTypes): Signature {
  const hasParameters = takesParameters(operation);
  const parameters = [
    ...operation.pathParameters.map((parameter) => `${parameter.identifier}: ${parameterType(types, operation, "path", parameter).text}`),
    ...(hasParameters ? [`parameters${parametersAreOptional(operation) ? "?" : ""}: ${operation.typeName}Params`] : []),
    "options?: CallOptions",
  ];
  // A path can contain the same placeholder twice.
  const placeholders = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
  const ids = placeholders.map((name) => operation.pathParameters.find((parameter) => parameter.name === name)?.identifier);
  const forEngine = [`[${ids.join(", ")}]`, hasParameters ? "parameters" : "undefined", "options"];
  const parts = [`Call<${operation.typeName}Result>`, ...extensionsOf(operation).map(({ type }) => type)];
  return { parameterList: parameters.join(", "), forEngine: forEngine.join(", "), result: parts.join(" & ") };
}

/** An interface that a call implements in addition to being a promise. */
export interface CallExtension {
  readonly name: string;
  /** For example `Pages<DomainsListItem, DomainsListParams, DomainsListResult>`. */
  readonly type: string;
}

export function extensionsOf({ typeName, pagination, batch }: Operation): CallExtension[] {
  const pages = { name: "Pages", type: `Pages<${typeName}Item, ${typeName}Params, ${typeName}Result>` };
  const chunks = { name: "Chunks", type: `Chunks<${typeName}Input, ${typeName}Output>` };
  return [...(pagination ? [pages] : []), ...(batch ? [chunks] : [])];
}

/** Returns an engine function with type arguments; `undefined` for a call without extensions. */
export function extendedCall({ typeName, pagination, batch }: Operation): string | undefined {
  const pages = pagination && `${typeName}Item, ${typeName}Params`;
  const chunks = batch && `${typeName}Input, ${typeName}Output`;
  if (pages && chunks) return `callWithPagesAndChunks<${typeName}Result, ${pages}, ${chunks}>`;
  if (pages) return `callWithPages<${typeName}Result, ${pages}>`;
  return chunks && `callWithChunks<${typeName}Result, ${chunks}>`;
}

export function engineTypes(operations: readonly Operation[]): string[] {
  return ["Call", "CallOptions", "Connection", ...operations.flatMap(extensionsOf).map(({ name }) => name)];
}

export function typesOfSignature(operation: Operation, types: PrintedTypes): readonly string[] {
  return [
    ...operation.pathParameters.flatMap((parameter) => parameterType(types, operation, "path", parameter).schemas),
    ...(takesParameters(operation) ? [`${operation.typeName}Params`] : []),
    `${operation.typeName}Result`,
    ...(operation.pagination ? [`${operation.typeName}Item`] : []),
    ...(operation.batch ? [`${operation.typeName}Input`, `${operation.typeName}Output`] : []),
  ];
}
