import type { Operation } from "../../model/model.ts";
import { parametersAreOptional, takesParameters } from "../types/operations.ts";
import { parameterType } from "../types/operationTypes.ts";
import type { PrintedTypes } from "../types/typeScript.ts";

/** The parameters of an operation's function, after the connection, and what it gives. */
export interface Signature {
  /** As declared, for example `ticketId: string, options?: CallOptions`. */
  readonly declared: string;
  /** What the engine gets: the ids in the path as a list, the parameters, the options. */
  readonly forEngine: string;
  /** The type of the call, for example `Call<TicketsArchiveResult>`. */
  readonly result: string;
}

/** What a function hands on, for example `ticketId` and `options`. */
export function passedOf(operation: Operation): string[] {
  const ids = operation.pathParameters.map(({ identifier }) => identifier);
  return [...ids, ...(takesParameters(operation) ? ["parameters"] : []), "options"];
}

export function signatureOf(operation: Operation, types: PrintedTypes): Signature {
  const ids = operation.pathParameters.map(({ identifier }) => identifier);
  const hasParameters = takesParameters(operation);
  const declared = [
    ...operation.pathParameters.map((parameter) => `${parameter.identifier}: ${parameterType(types, operation, "path", parameter).text}`),
    ...(hasParameters ? [`parameters${parametersAreOptional(operation) ? "?" : ""}: ${operation.typeName}Params`] : []),
    "options?: CallOptions",
  ];
  const forEngine = [`[${ids.join(", ")}]`, hasParameters ? "parameters" : "undefined", "options"];
  const parts = [`Call<${operation.typeName}Result>`, ...extensionsOf(operation).map(({ type }) => type)];
  return { declared: declared.join(", "), forEngine: forEngine.join(", "), result: parts.join(" & ") };
}

/** What a call has beside its promise, and the function of the engine that makes it. */
export interface CallExtension {
  /** The type in the engine, for example `Pages`. */
  readonly name: string;
  /** For example `pagesOf`. */
  readonly maker: string;
  /** As declared, for example `Pages<DomainsListItem, DomainsListParams, DomainsListResult>`. */
  readonly type: string;
}

export function extensionsOf({ typeName, pagination, batch }: Operation): CallExtension[] {
  const pages = { name: "Pages", maker: "pagesOf", type: `Pages<${typeName}Item, ${typeName}Params, ${typeName}Result>` };
  const chunks = { name: "Chunks", maker: "chunksOf", type: `Chunks<${typeName}Input, ${typeName}Output>` };
  return [...(pagination ? [pages] : []), ...(batch ? [chunks] : [])];
}

/** The types of the engine that the signatures need. */
export function engineTypes(operations: readonly Operation[]): string[] {
  return ["Call", "CallOptions", "Connection", ...operations.flatMap(extensionsOf).map(({ name }) => name)];
}

/** The exported types that the signature of an operation needs. */
export function typesOfSignature(operation: Operation, types: PrintedTypes): readonly string[] {
  return [
    ...operation.pathParameters.flatMap((parameter) => parameterType(types, operation, "path", parameter).schemas),
    ...(takesParameters(operation) ? [`${operation.typeName}Params`] : []),
    `${operation.typeName}Result`,
    ...(operation.pagination ? [`${operation.typeName}Item`] : []),
    ...(operation.batch ? [`${operation.typeName}Input`, `${operation.typeName}Output`] : []),
  ];
}
