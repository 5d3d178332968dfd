import type { Area, Model, Operation } from "../../model/model.ts";
import { holds, propertyNames } from "../../model/schemaFacts.ts";
import { nameTypesOf, signatureOf, typesOfSignature } from "../client/signature.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, importTypes, literal, prose } from "../source.ts";
import type { PrintedTypes } from "../types/typeScript.ts";

/** Emits the methods of the control API's client as an interface, and its operations as data, from which the mock builds the methods. */
export function emitControlClient(model: Model, types: PrintedTypes, nameModule: string): GeneratedFile {
  const members = model.areas.map((area) => `${comment([prose(area.description)], "  ")}  readonly ${area.name}: ${area.typeName};\n`);
  const table = Object.fromEntries(model.areas.map((area) => [area.name, factsIn(area, model)]));
  const imports = [
    importTypes(["Call", "CallOptions", "Operation"], "../../control/client/operation.ts"),
    importTypes(
      model.operations.flatMap((operation) => typesOfSignature(operation, types)),
      "./operations.ts",
    ),
    importTypes(nameTypesOf(model.operations, types), nameModule),
  ];
  return {
    path: "client.ts",
    content: `${imports.join("")}
/** Every operation of the control API, grouped by area. */
export interface Client {
${members.join("")}}

${model.areas.map((area) => areaInterface(area, types)).join("\n")}
export const operationTable: Readonly<Record<keyof Client, Readonly<Record<string, Operation>>>> = ${literal(table)};
`,
  };
}

function areaInterface({ description, typeName, operations }: Area, types: PrintedTypes): string {
  const members = operations.map((operation) => {
    const { typeParameters, parameterList, result } = signatureOf(operation, types);
    return `${comment(documentationOf(operation), "  ")}  ${operation.name}${typeParameters}(${parameterList}): ${result};\n`;
  });
  return `${comment([prose(description)])}export interface ${typeName} {\n${members.join("")}}\n`;
}

function documentationOf({ summary, description, method, path }: Operation): string[] {
  return [`${prose(summary)}.`, "", prose(description), "", `\`${method} ${path}\``];
}

function factsIn({ operations }: Area, model: Model): object {
  return Object.fromEntries(
    operations.map((operation) => {
      const { name, method, path, body, queryParameters } = operation;
      const input = body ? "body" : queryParameters.length > 0 ? "query" : undefined;
      return [name, { method, path, ...(input && { input }), ...(returnsList(operation, model) && { isList: true }) }];
    }),
  );
}

/** Whether the only field of the response is the required list `results`, which the client then returns instead of the response. */
export function returnsList({ results: [result] }: Operation, { schemas }: Model): boolean {
  if (result?.schema === undefined) return false;
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]));
  const isOnlyField = propertyNames(result.schema, byName)?.size === 1;
  return isOnlyField && holds(result.schema, byName, (node) => node.kind === "object" && node.required.includes("results"));
}
