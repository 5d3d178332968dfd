import type { Model, NamedSchema } from "../../model/model.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, header, prose } from "../source.ts";

/** The named concepts of the document, one exported type each. */
export function emitSchemas(model: Model): GeneratedFile {
  const content = model.schemas.map(declaration).join("\n");
  return { path: "schemas.ts", content: `${header()}${content === "" ? "export {};\n" : content}` };
}

function declaration({ name, description, deprecated, type, isInterface }: NamedSchema): string {
  const documentation = comment([prose(description), ...(deprecated ? ["", "@deprecated"] : [])]);
  return `${documentation}${isInterface ? `export interface ${name} ${type}` : `export type ${name} = ${type};`}\n`;
}
