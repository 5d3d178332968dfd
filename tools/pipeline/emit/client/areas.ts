import type { Area, Model, Operation } from "../../model/model.ts";
import { localIdentifier } from "../../names.ts";
import { operationDocumentation } from "../documentation.ts";
import { fromSubfolder, type GeneratedFile, type Imports } from "../files.ts";
import { comment, importTypes } from "../source.ts";
import type { PrintedTypes } from "../types/typeScript.ts";
import { engineTypes, extendedCall, extensionsOf, nameTypesOf, signatureOf, typesOfSignature } from "./signature.ts";

/** Emits a separate function for each operation, so that bundlers can remove unused operations. */
export function emitAreas(model: Model, types: PrintedTypes, imports: Imports): GeneratedFile[] {
  return model.areas.map((area) => ({ path: `areas/${area.name}.ts`, content: areaModule(area, types, imports) }));
}

/** Names that the emitter adds begin with `$`, unlike all names from the document. */
function areaModule(area: Area, types: PrintedTypes, imports: Imports): string {
  const functions = area.operations.map((operation) => operationFunction(operation, types)).join("\n");
  const lines = [
    ...(area.operations.some((operation) => extensionsOf(operation).length > 0)
      ? [`import * as $engine from "${fromSubfolder(imports.engine)}";\n`]
      : []),
    importTypes(engineTypes(area.operations), fromSubfolder(imports.engine)),
    `import * as $operations from "../operations.ts";\n`,
    importTypes(
      area.operations.flatMap((operation) => typesOfSignature(operation, types)),
      fromSubfolder(imports.types),
    ),
    importTypes(nameTypesOf(area.operations, types), fromSubfolder(imports.names)),
  ];
  const aliases = area.operations.filter(({ name }) => localIdentifier(name) !== name);
  const exports =
    aliases.length === 0 ? "" : `\nexport { ${aliases.map(({ name }) => `${localIdentifier(name)} as ${name}`).join(", ")} };\n`;
  return `${lines.join("")}\n${functions}${exports}`;
}

function operationFunction(operation: Operation, types: PrintedTypes): string {
  const { name, constant, typeName } = operation;
  const { typeParameters, parameterList, forEngine, result } = signatureOf(operation, types);
  const local = localIdentifier(name);
  const keyword = local === name ? "export function" : "function";
  const extension = extendedCall(operation);
  const call =
    extension === undefined
      ? `connection.call<${typeName}Result>($operations.${constant}, ${forEngine})`
      : `$engine.${extension}(connection, $operations.${constant}, ${forEngine})`;
  return `${comment(operationDocumentation(operation, `${operation.area}.${name}(connection`))}${keyword} ${local}${typeParameters}(connection: Connection, ${parameterList}): ${result} {
  return ${call};
}
`;
}
