import type { Model, NamedSchema } from "../../model/model.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, prose } from "../source.ts";
import type { PrintedTypes } from "./typeScript.ts";

export function emitSchemas(model: Model, types: PrintedTypes): GeneratedFile {
  return { path: "schemas.ts", content: model.schemas.map((schema) => declaration(schema, types)).join("\n") };
}

function declaration({ name, schema: { description, deprecated } }: NamedSchema, types: PrintedTypes): string {
  const type = types.typeAt(["components", "schemas", name]);
  const documentation = comment([prose(description), ...(deprecated ? ["", "@deprecated"] : [])]);
  if (type?.isInterface) return `${documentation}export interface ${name} ${type.text}\n`;
  return `${documentation}export type ${name} = ${type?.text ?? "unknown"};\n`;
}
