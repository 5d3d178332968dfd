import type { Document } from "../../../openapi/document.ts";
import type { Described, GeneratedFile } from "../files.ts";
import { emitSchemas } from "../types/schemas.ts";
import { emitValidators } from "./validators/validators.ts";

/** Without a control API, which only this repository has, emits the served document but no validators. */
export function emitMock(document: Document, control: Described | undefined): GeneratedFile[] {
  if (control) return [...emitValidators(document, ""), ...emitControl(control)];
  const content = 'export { default as document } from "../types/openapi.json" with { type: "json" };\n';
  return [{ path: "document.ts", content }];
}

function emitControl({ model, document, types }: Described): GeneratedFile[] {
  const schemas = emitSchemas(model, types);
  const constant = 'import json from "./openapi.json" with { type: "json" };\n\nexport const document: object = json;\n';
  return [
    { path: "control/document.ts", content: constant },
    { path: "control/openapi.json", content: `${JSON.stringify(document, undefined, 2)}\n` },
    { path: "control/paths.ts", content: types.source },
    { path: `control/${schemas.path}`, content: schemas.content },
    ...emitValidators(document, "control/"),
  ];
}
