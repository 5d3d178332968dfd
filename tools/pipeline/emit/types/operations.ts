import type { Pagination } from "../../../openapi/extensions.ts";
import { pointerKeys } from "../../../openapi/pointer.ts";
import type { Model, Operation, Parameter } from "../../model/model.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, header, importTypes, indented, literal, oneLine, propertyKey, prose } from "../source.ts";

/** What goes into each operation and what comes out, as `…Params` and `…Result`. */
export function emitOperationTypes(model: Model): GeneratedFile {
  const declarations = model.operations.flatMap((operation) => [
    ...parameters(operation),
    result(operation),
    ...item(operation),
    ...batch(operation),
  ]);
  const imports = importTypes(model.operations.flatMap(schemasOf), "./schemas.ts");
  return { path: "operations.ts", content: `${header()}${imports}${imports && "\n"}${declarations.join("\n") || "export {};\n"}` };
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
  if (body?.placement === "member") members.push(`  ${body.member}${body.required ? "" : "?"}: ${indented(body.type.text, "  ")};\n`);
  const own = `{\n${members.join("")}}`;
  if (body === undefined || body.placement === "member") return [`${documentation}export interface ${name} ${own}\n`];
  if (members.length === 0) return [`${documentation}export type ${name} = ${body.type.text};\n`];
  if (body.extendable) return [`${documentation}export interface ${name} extends ${body.type.text} ${own}\n`];
  return [`${documentation}export type ${name} = (${body.type.text}) & ${own};\n`];
}

function member({ member: name, required, description, type }: Parameter): string {
  return `${comment([prose(description)], "  ")}  ${propertyKey(name)}${required ? "" : "?"}: ${indented(type.text, "  ")};\n`;
}

function result({ id, typeName, results }: Operation): string {
  const documentation = comment([`What \`${oneLine(id)}\` answers when it succeeds, by status.`]);
  const cases = results.map(
    ({ status, type }) => `{ status: ${/^\d+$/.test(status) ? status : "number"}; data: ${indented(type.text, "  ")} }`,
  );
  if (cases.length === 0) return `${documentation}export type ${typeName}Result = { status: number; data: unknown };\n`;
  if (cases.length === 1) return `${documentation}export type ${typeName}Result = ${cases[0]};\n`;
  return `${documentation}export type ${typeName}Result =\n${cases.map((text) => `  | ${text}`).join("\n")};\n`;
}

/** One of the things that a list in pages holds. */
function item({ id, typeName, pagination }: Operation): string[] {
  if (pagination === undefined) return [];
  const data = `${typeName}Result["data"]`;
  const documentation = comment([`One item of the pages of \`${oneLine(id)}\`.`]);
  return [`${documentation}export type ${typeName}Item = ${itemType(pagination, data)};\n`];
}

function itemType(pagination: Pagination, data: string): string {
  if (pagination.style === "offset") return `${typeAt(data, pagination.items)}[number]`;
  if (pagination.style === "chunks") return `${typeAt(`NonNullable<${data}>[number]`, pagination.items)}[number]`;
  // A result with one of its items in place of the list.
  const owner = `${typeAt(data, pagination.results)}[number]`;
  const name = pointerKeys(pagination.items)[0] ?? "";
  return `Omit<${owner}, ${literal(name)}> & { ${propertyKey(name)}: ${typeAt(owner, pagination.items)}[number] }`;
}

/** What goes into a batch, and what comes of each input. */
function batch({ id, typeName, batch: pointers }: Operation): string[] {
  if (pointers === undefined) return [];
  const input = `${typeAt(`${typeName}Params`, pointers.inputs)}[number]`;
  const output = pointers.results === undefined ? "never" : `${typeAt(`${typeName}Result["data"]`, pointers.results)}[number]`;
  return [
    `${comment([`One input of \`${oneLine(id)}\`.`])}export type ${typeName}Input = ${input};\n`,
    `${comment([`One result of \`${oneLine(id)}\`.`])}export type ${typeName}Output = ${output};\n`,
  ];
}

/** The type of what a JSON pointer leads to, where it leads to something: a part may be optional, an answer without a body. */
function typeAt(type: string, pointer: string): string {
  return pointerKeys(pointer).reduce((owner, name) => `NonNullable<${owner}[${literal(name)}]>`, `NonNullable<${type}>`);
}

/** The schemas that what an operation takes and answers refers to. Ids in its path stand in the client's signatures alone. */
function schemasOf({ queryParameters, headerParameters, body, results }: Operation): readonly string[] {
  const parts = [...queryParameters, ...headerParameters, ...(body === undefined ? [] : [body]), ...results];
  return parts.flatMap(({ type }) => type.schemas);
}
