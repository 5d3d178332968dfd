import type { Operation } from "../../model/model.ts";
import { parametersAreOptional, takesParameters } from "../types/operations.ts";

/** The parameters of an operation's function, after the connection. */
export interface Signature {
  /** As declared, for example `ticketId: string, options?: CallOptions`. */
  readonly declared: string;
  /** As handed on, for example `ticketId, options`. */
  readonly passed: string;
  /** What the engine gets: the ids in the path as a list, the parameters, the options. */
  readonly forEngine: string;
}

export function signatureOf(operation: Operation): Signature {
  const ids = operation.pathParameters.map(({ identifier }) => identifier);
  const hasParameters = takesParameters(operation);
  const declared = [
    ...operation.pathParameters.map(({ identifier, type }) => `${identifier}: ${type.text}`),
    ...(hasParameters ? [`parameters${parametersAreOptional(operation) ? "?" : ""}: ${operation.typeName}Params`] : []),
    "options?: CallOptions",
  ];
  const passed = [...ids, ...(hasParameters ? ["parameters"] : []), "options"];
  const forEngine = [`[${ids.join(", ")}]`, hasParameters ? "parameters" : "undefined", "options"];
  return { declared: declared.join(", "), passed: passed.join(", "), forEngine: forEngine.join(", ") };
}

/** The exported types that the signature of an operation needs. */
export function typesOfSignature(operation: Operation): readonly string[] {
  return [
    ...operation.pathParameters.flatMap(({ type }) => type.schemas),
    ...(takesParameters(operation) ? [`${operation.typeName}Params`] : []),
    `${operation.typeName}Result`,
  ];
}
