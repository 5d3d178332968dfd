import type { Model, Operation, Parameter } from "../../model/model.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, header, indented, oneLine, propertyKey } from "../source.ts";

/** What goes into each operation and what comes out, as `…Params` and `…Result`. */
export function emitOperationTypes(model: Model): GeneratedFile {
  const declarations = model.operations.flatMap((operation) => [...parameters(operation), result(operation)]);
  const schemas = usedSchemas(model, declarations.join("\n"));
  const imports = schemas.length === 0 ? "" : `import type {\n${schemas.map((name) => `  ${name},\n`).join("")}} from "./schemas.ts";\n\n`;
  return { path: "operations.ts", content: `${header()}${imports}${declarations.join("\n") || "export {};\n"}` };
}

/** Whether an operation takes anything beside the ids in its path. */
export function takesParameters({ queryParameters, headerParameters, body }: Operation): boolean {
  return queryParameters.length + headerParameters.length > 0 || body !== undefined;
}

/** Whether that may be left out. */
export function parametersAreOptional({ queryParameters, headerParameters, body }: Operation): boolean {
  const others = [...queryParameters, ...headerParameters];
  if (others.some((parameter) => parameter.required)) return false;
  if (body === undefined) return true;
  return body.placement === "fields" ? body.optionalFields : !body.required;
}

function parameters(operation: Operation): string[] {
  if (!takesParameters(operation)) return [];
  const { id, typeName, queryParameters, headerParameters, body } = operation;
  const name = `${typeName}Params`;
  const documentation = comment([
    `What \`${oneLine(id)}\` takes${operation.pathParameters.length > 0 ? " beside the ids in its path" : ""}.`,
  ]);
  const members = [...queryParameters, ...headerParameters].map(member);
  if (body?.placement === "member") members.push(`  body${body.required ? "" : "?"}: ${indented(body.type, "  ")};\n`);
  const own = `{\n${members.join("")}}`;
  if (body === undefined || body.placement === "member") return [`${documentation}export interface ${name} ${own}\n`];
  if (members.length === 0) return [`${documentation}export type ${name} = ${body.type};\n`];
  if (body.extendable) return [`${documentation}export interface ${name} extends ${body.type} ${own}\n`];
  return [`${documentation}export type ${name} = (${body.type}) & ${own};\n`];
}

function member({ name, required, description, type }: Parameter): string {
  return `${comment([description], "  ")}  ${propertyKey(name)}${required ? "" : "?"}: ${indented(type, "  ")};\n`;
}

function result({ id, typeName, results }: Operation): string {
  const documentation = comment([`What \`${oneLine(id)}\` answers when it succeeds, by status.`]);
  const cases = results.map(({ status, type }) => `{ status: ${/^\d+$/.test(status) ? status : "number"}; data: ${indented(type, "  ")} }`);
  if (cases.length === 0) return `${documentation}export type ${typeName}Result = { status: number; data: unknown };\n`;
  if (cases.length === 1) return `${documentation}export type ${typeName}Result = ${cases[0]};\n`;
  return `${documentation}export type ${typeName}Result =\n${cases.map((text) => `  | ${text}`).join("\n")};\n`;
}

/** The schemas that a piece of source names. Comments may name one too; then it is used there. */
function usedSchemas(model: Model, source: string): string[] {
  const words = new Set(source.match(/[A-Za-z_$][\w$]*/g));
  return model.schemas
    .map((schema) => schema.name)
    .filter((name) => words.has(name))
    .sort();
}
