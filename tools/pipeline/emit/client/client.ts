import type { Area, Model } from "../../model/model.ts";
import { operationDocumentation } from "../documentation.ts";
import type { GeneratedFile, Imports } from "../files.ts";
import { comment, importTypes, literal, prose } from "../source.ts";
import type { PrintedTypes } from "../types/typeScript.ts";
import { engineTypes, nameTypesOf, signatureOf, typesOfSignature } from "./signature.ts";

export function emitClientModule(model: Model, types: PrintedTypes, imports: Imports): GeneratedFile {
  const interfaces = model.areas.map((area) => areaInterface(area, types)).join("\n");
  const lines = [
    `import * as $engine from "${imports.engine}";\n`,
    ...model.areas.map(({ name }) => `import * as ${alias(name)} from "./areas/${name}.ts";\n`),
    importTypes(engineTypes(model.operations), imports.engine),
    importTypes(
      model.operations.flatMap((operation) => typesOfSignature(operation, types)),
      imports.types,
    ),
    importTypes(nameTypesOf(model.operations, types), imports.names),
  ];
  const members = model.areas.map((area) => `${comment([prose(area.description)], "  ")}  readonly ${area.name}: ${area.typeName};\n`);
  const bindings = model.areas.map(binding);
  return {
    path: "client.ts",
    content: `${lines.join("")}
/** Every operation of the API, grouped by area. */
export interface Client {
${members.join("")}}

${interfaces}
/** The URL of the first server in the document. */
export const defaultBaseUrl: string = ${literal(model.serverUrl)};

/** Returns an object with all operations, which use the given connection. */
export function bindClient(connection: Connection): Client {
  return $engine.bindAreas(connection, {
${bindings.join("")}  });
}
`,
  };
}

function areaInterface(area: Area, types: PrintedTypes): string {
  const members = area.operations.map((operation) => {
    const { typeParameters, parameterList, result } = signatureOf(operation, types);
    return `${comment(operationDocumentation(operation, `client.${area.name}.${operation.name}(`), "  ")}  ${operation.name}${typeParameters}(${parameterList}): ${result};\n`;
  });
  return `${comment([prose(area.description)])}export interface ${area.typeName} {\n${members.join("")}}\n`;
}

function binding({ name: area, operations }: Area): string {
  const members = operations.map(({ name }) => `      ${name}: ${alias(area)}.${name},\n`);
  return `    ${area}: {\n${members.join("")}    },\n`;
}

function alias(area: string): string {
  return `$${area}`;
}
