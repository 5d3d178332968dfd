import type { Model, Operation } from "../../model/model.ts";
import { localIdentifier, UniqueNames } from "../../model/names.ts";
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
  const names = new UniqueNames();
  for (const taken of ["connection", "parameters", "options"]) names.take(taken);
  const ids = operation.pathParameters.map(({ name, type }) => ({ name: names.take(localIdentifier(identifier(name))), type }));
  const hasParameters = takesParameters(operation);
  const declared = [
    ...ids.map(({ name, type }) => `${name}: ${type}`),
    ...(hasParameters ? [`parameters${parametersAreOptional(operation) ? "?" : ""}: ${operation.typeName}Params`] : []),
    "options?: CallOptions",
  ];
  const passed = [...ids.map(({ name }) => name), ...(hasParameters ? ["parameters"] : []), "options"];
  const forEngine = [`[${ids.map(({ name }) => name).join(", ")}]`, hasParameters ? "parameters" : "undefined", "options"];
  return { declared: declared.join(", "), passed: passed.join(", "), forEngine: forEngine.join(", ") };
}

function identifier(name: string): string {
  const letters = name.replace(/[^A-Za-z0-9_$]+(.)?/g, (_match, next: string | undefined) => next?.toUpperCase() ?? "");
  return /^[A-Za-z_$]/.test(letters) ? letters : `p${letters}`;
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
