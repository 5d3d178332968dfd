import { pointerKeys } from "@crm-platform/mock/contract";
import type { Pagination } from "../../../openapi/extensions.ts";
import type { Model, Operation, Parameter } from "../../model/model.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, importTypes, indentLines, literal, oneLine, propertyKey, prose } from "../source.ts";
import { typeParameters } from "./names.ts";
import { bodyType, isExtendable, parameterType, resultType } from "./operationTypes.ts";
import type { PrintedTypes, TypeText } from "./typeScript.ts";

export function emitOperationTypes(model: Model, types: PrintedTypes, nameModule: string): GeneratedFile {
  const declarations = model.operations.flatMap((operation) => [
    ...parameters(operation, types),
    result(operation, types),
    ...item(operation),
    ...batch(operation),
  ]);
  const parts = model.operations.flatMap((operation) => partsOf(operation, types));
  const imports = [
    importTypes(
      parts.flatMap(({ nameTypes }) => nameTypes),
      nameModule,
    ),
    importTypes(
      parts.flatMap(({ schemas }) => schemas),
      "./schemas.ts",
    ),
  ].join("");
  return { path: "operations.ts", content: `${imports}${imports && "\n"}${declarations.join("\n")}` };
}

export function takesParameters({ queryParameters, headerParameters, body }: Operation): boolean {
  return queryParameters.length + headerParameters.length > 0 || body !== undefined;
}

export function parametersAreOptional({ queryParameters, headerParameters, body }: Operation): boolean {
  const others = [...queryParameters, ...headerParameters];
  if (others.some((parameter) => parameter.required)) return false;
  if (body === undefined) return true;
  return body.placement === "fields" ? body.optionalFields : !body.required;
}

function parameters(operation: Operation, types: PrintedTypes): string[] {
  if (!takesParameters(operation)) return [];
  const { id, typeName, queryParameters, headerParameters, body } = operation;
  const name = `${typeName}Params${parametersAreGeneric(operation, types) ? typeParameters : ""}`;
  const documentation = comment([
    `The parameters of \`${oneLine(id)}\`${operation.pathParameters.length > 0 ? ", except its path parameters" : ""}.`,
  ]);
  const members = [
    ...queryParameters.map((parameter) => member(parameter, parameterType(types, operation, "query", parameter))),
    ...headerParameters.map((parameter) => member(parameter, parameterType(types, operation, "header", parameter))),
  ];
  const bodyText = body === undefined ? "" : bodyType(types, operation, body).text;
  if (body?.placement === "member") members.push(`  body${body.required ? "" : "?"}: ${indentLines(bodyText, "  ")};\n`);
  const own = `{\n${members.join("")}}`;
  if (body === undefined || body.placement === "member") return [`${documentation}export interface ${name} ${own}\n`];
  if (members.length === 0) return [`${documentation}export type ${name} = ${bodyText};\n`];
  if (isExtendable(types, body)) return [`${documentation}export interface ${name} extends ${bodyText} ${own}\n`];
  return [`${documentation}export type ${name} = (${bodyText}) & ${own};\n`];
}

function member({ name, required, description }: Parameter, type: TypeText): string {
  return `${comment([prose(description)], "  ")}  ${propertyKey(name)}${required ? "" : "?"}: ${indentLines(type.text, "  ")};\n`;
}

function result(operation: Operation, types: PrintedTypes): string {
  const { id, typeName, results } = operation;
  const documentation = comment([`The result of \`${oneLine(id)}\`, by status.`]);
  const cases = results.map((one) => {
    const data = indentLines(resultType(types, operation, one).text, "  ");
    return `{ status: ${one.status}; data: ${data} }`;
  });
  if (cases.length === 1) return `${documentation}export type ${typeName}Result = ${cases[0]};\n`;
  return `${documentation}export type ${typeName}Result =\n${cases.map((text) => `  | ${text}`).join("\n")};\n`;
}

function item({ id, typeName, pagination }: Operation): string[] {
  if (pagination === undefined) return [];
  const data = `${typeName}Result["data"]`;
  const documentation = comment([`An item in the pages of \`${oneLine(id)}\`.`]);
  return [`${documentation}export type ${typeName}Item = ${itemType(pagination, data)};\n`];
}

function itemType(pagination: Pagination, data: string): string {
  if (pagination.style === "offset" || pagination.style === "cursor") return `${typeAt(data, pagination.items)}[number]`;
  if (pagination.style === "chunks") return `${typeAt(`NonNullable<${data}>[number]`, pagination.items)}[number]`;
  // The type of a result in which a single item replaces the list.
  const owner = `${typeAt(data, pagination.results)}[number]`;
  const name = pointerKeys(pagination.items)[0] ?? "";
  return `Omit<${owner}, ${literal(name)}> & { ${propertyKey(name)}: ${typeAt(owner, pagination.items)}[number] }`;
}

function batch({ id, typeName, batch: pointers }: Operation): string[] {
  if (pointers === undefined) return [];
  const input = `${typeAt(`${typeName}Params`, pointers.inputs)}[number]`;
  const output = pointers.results === undefined ? "never" : `${typeAt(`${typeName}Result["data"]`, pointers.results)}[number]`;
  return [
    `${comment([`An input of \`${oneLine(id)}\`.`])}export type ${typeName}Input = ${input};\n`,
    `${comment([`The result of one input of \`${oneLine(id)}\`.`])}export type ${typeName}Output = ${output};\n`,
  ];
}

/** `NonNullable` is needed because parts may be optional, and a response may lack a body. */
function typeAt(type: string, pointer: string): string {
  return pointerKeys(pointer).reduce((owner, name) => `NonNullable<${owner}[${literal(name)}]>`, `NonNullable<${type}>`);
}

/** Whether the parameters name properties, so that their type has a type parameter. */
export function parametersAreGeneric(operation: Operation, types: PrintedTypes): boolean {
  return parameterTypes(operation, types).some(({ isGeneric }) => isGeneric);
}

function parameterTypes(operation: Operation, types: PrintedTypes): readonly TypeText[] {
  const { queryParameters, headerParameters, body } = operation;
  return [
    ...queryParameters.map((parameter) => parameterType(types, operation, "query", parameter)),
    ...headerParameters.map((parameter) => parameterType(types, operation, "header", parameter)),
    ...(body === undefined ? [] : [bodyType(types, operation, body)]),
  ];
}

/** Omits path parameters, which occur only in the client's signatures. */
function partsOf(operation: Operation, types: PrintedTypes): readonly TypeText[] {
  return [...parameterTypes(operation, types), ...operation.results.map((one) => resultType(types, operation, one))];
}
