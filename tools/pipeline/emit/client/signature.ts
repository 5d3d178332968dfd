import type { Operation, PathParameter } from "../../model/model.ts";
import { parametersAreGeneric, parametersAreOptional, takesParameters } from "../types/operations.ts";
import { parameterType } from "../types/operationTypes.ts";
import type { PrintedTypes } from "../types/typeScript.ts";

export interface Signature {
  /** For example `<Type extends ObjectTypeName>`; empty if no path parameter is an object type. */
  readonly typeParameters: string;
  /** For example `ticketId: string, options?: CallOptions`. */
  readonly parameterList: string;
  /** For example `[ticketId], undefined, options`. */
  readonly forEngine: string;
  readonly result: string;
}

/** The type parameter of the schemas that name properties. */
const typeOfProperties = "Type";

export function signatureOf(operation: Operation, types: PrintedTypes): Signature {
  const hasParameters = takesParameters(operation);
  const path = operation.pathParameters.map((parameter) => pathParameter(operation, parameter, types));
  const objectTypes = path.flatMap(({ typeParameter }) => typeParameter ?? []);
  const isGeneric = objectTypes.includes(typeOfProperties) && hasParameters && parametersAreGeneric(operation, types);
  const parametersType = `${operation.typeName}Params${isGeneric ? `<${typeOfProperties}>` : ""}`;
  const parameters = [
    ...path.map(({ text }) => text),
    ...(hasParameters ? [`parameters${parametersAreOptional(operation) ? "?" : ""}: ${parametersType}`] : []),
    "options?: CallOptions",
  ];
  // A path can contain the same placeholder twice.
  const placeholders = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
  const ids = placeholders.map((name) => operation.pathParameters.find((parameter) => parameter.name === name)?.identifier);
  const forEngine = [`[${ids.join(", ")}]`, hasParameters ? "parameters" : "undefined", "options"];
  const parts = [`Call<${operation.typeName}Result>`, ...extensionsOf(operation).map(({ type }) => type)];
  const typeParameters = objectTypes.length === 0 ? "" : `<${objectTypes.map((name) => `${name} extends ObjectTypeName`).join(", ")}>`;
  return { typeParameters, parameterList: parameters.join(", "), forEngine: forEngine.join(", "), result: parts.join(" & ") };
}

/** @returns for an object type, also the type parameter, for example `Type` for `objectType`, and `From` for `fromObjectType` */
function pathParameter(operation: Operation, parameter: PathParameter, types: PrintedTypes): { text: string; typeParameter?: string } {
  const { identifier } = parameter;
  const { text } = parameterType(types, operation, "path", parameter);
  if (text !== "ObjectTypeName") return { text: `${identifier}: ${text}` };
  const role = identifier.replace(/objectType$/i, "");
  const typeParameter = role === "" ? typeOfProperties : role[0]?.toUpperCase() + role.slice(1);
  return { text: `${identifier}: ObjectType<${typeParameter}>`, typeParameter };
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

/** The types that suggest names in the operations' signatures. */
export function nameTypesOf(operations: readonly Operation[], types: PrintedTypes): readonly string[] {
  return operations.flatMap((operation) =>
    operation.pathParameters.flatMap((parameter) => {
      const { nameTypes } = parameterType(types, operation, "path", parameter);
      return nameTypes.includes("ObjectTypeName") ? [...nameTypes, "ObjectType"] : nameTypes;
    }),
  );
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
