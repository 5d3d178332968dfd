import type { Model, Operation } from "../../model/model.ts";
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
    ...operation.pathParameters.map(({ identifier, type }) => `${identifier}: ${type}`),
    ...(hasParameters ? [`parameters${parametersAreOptional(operation) ? "?" : ""}: ${operation.typeName}Params`] : []),
    "options?: CallOptions",
  ];
  const passed = [...ids, ...(hasParameters ? ["parameters"] : []), "options"];
  const forEngine = [`[${ids.join(", ")}]`, hasParameters ? "parameters" : "undefined", "options"];
  return { declared: declared.join(", "), passed: passed.join(", "), forEngine: forEngine.join(", ") };
}

/** The types of the document that a piece of source names. */
export function usedTypes(model: Model, source: string): string[] {
  const words = new Set(source.match(/[A-Za-z_$][\w$]*/g));
  const names = [
    ...model.schemas.map((schema) => schema.name),
    ...model.operations.flatMap(({ typeName }) => [`${typeName}Params`, `${typeName}Result`]),
  ];
  return names.filter((name) => words.has(name)).sort();
}

export function importTypes(names: readonly string[], specifier: string): string {
  if (names.length === 0) return "";
  return `import type {\n${names.map((name) => `  ${name},\n`).join("")}} from "${specifier}";\n`;
}
