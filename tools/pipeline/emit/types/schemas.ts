import type { Model, NamedSchema } from "../../model/model.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, importTypes, prose } from "../source.ts";
import { typeParameters } from "./names.ts";
import type { PrintedTypes } from "./typeScript.ts";

export function emitSchemas(model: Model, types: PrintedTypes, nameModule: string): GeneratedFile {
  const declarations = model.schemas.map((schema) => declaration(schema, types));
  const imports = model.schemas.flatMap(({ name }) => types.typeAt(["components", "schemas", name])?.nameTypes ?? []);
  const importLines = importTypes(imports, nameModule);
  return { path: "schemas.ts", content: `${importLines}${importLines && "\n"}${declarations.join("\n")}` };
}

function declaration({ name, schema: { description, deprecated } }: NamedSchema, types: PrintedTypes): string {
  const type = types.typeAt(["components", "schemas", name]);
  const documentation = comment([prose(description), ...(deprecated ? ["", "@deprecated"] : [])]);
  const declared = `${name}${type?.isGeneric ? typeParameters : ""}`;
  if (type?.isInterface) return `${documentation}export interface ${declared} ${type.text}\n`;
  return `${documentation}export type ${declared} = ${type?.text ?? "unknown"};\n`;
}
