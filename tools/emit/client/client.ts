import type { Area, Model, Operation } from "../../model/model.ts";
import { operationDocumentation } from "../documentation.ts";
import type { GeneratedFile, Specifiers } from "../files.ts";
import { comment, header } from "../source.ts";
import { importTypes, signatureOf, usedTypes } from "./signature.ts";

/** The whole client as an interface, and the function that binds every operation to a connection. */
export function emitClient(model: Model, specifiers: Specifiers): GeneratedFile {
  const interfaces = model.areas.map(areaInterface).join("\n");
  const imports = [
    ...model.areas.map(({ name }) => `import * as ${alias(name)} from "./areas/${name}.ts";\n`),
    `import type { Call, CallOptions, Connection } from "${specifiers.engine}";\n`,
    importTypes(usedTypes(model, interfaces), specifiers.types),
  ];
  const members = model.areas.map((area) => `${comment([area.description], "  ")}  readonly ${area.name}: ${area.typeName};\n`);
  const bindings = model.areas.map(binding);
  return {
    path: "client.ts",
    content: `${header()}${imports.join("")}
/** Every operation of the API, grouped by area. */
export interface Client {
${members.join("")}}

${interfaces}
/** The address that the document names. */
export const defaultBaseUrl: string = ${JSON.stringify(model.serverUrl)};

/** Binds every operation to one connection. */
export function bindClient(connection: Connection): Client {
  return {
${bindings.join("")}  };
}
`,
  };
}

function areaInterface(area: Area): string {
  const members = area.operations.map((operation) => {
    const { declared } = signatureOf(operation);
    return `${comment(operationDocumentation(operation), "  ")}  ${operation.name}(${declared}): Call<${operation.typeName}Result>;\n`;
  });
  return `${comment([area.description])}export interface ${area.typeName} {\n${members.join("")}}\n`;
}

function binding(area: Area): string {
  const members = area.operations.map((operation) => bound(area, operation));
  return `    ${area.name}: {\n${members.join("")}    },\n`;
}

function bound(area: Area, operation: Operation): string {
  const { passed } = signatureOf(operation);
  return `      ${operation.name}: (${passed}) => ${alias(area.name)}.${operation.name}(connection, ${passed}),\n`;
}

/** An area may be named like a reserved word or a parameter; its import never is. */
function alias(area: string): string {
  return `${area}Area`;
}
