import type { Described, GeneratedFile } from "../files.ts";
import { comment, header, literal } from "../source.ts";
import { emitSchemas } from "../types/schemas.ts";

/** The mock's own API: its document, which is served, and the types its handlers are written in. */
export function emitControl({ model, document, types }: Described): GeneratedFile[] {
  const schemas = emitSchemas(model, types);
  const constant = `${comment(["The document of the mock's own API."])}export const document: object = ${literal(document)};\n`;
  return [
    { path: "control/document.ts", content: header() + constant },
    { path: "control/paths.ts", content: header() + types.source },
    { path: `control/${schemas.path}`, content: schemas.content },
  ];
}
