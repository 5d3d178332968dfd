import type { Document } from "../../../openapi/document.ts";
import type { Described, GeneratedFile } from "../files.ts";
import { emitSchemas } from "../types/schemas.ts";
import { emitValidators } from "./validators/validators.ts";

export function emitMock(document: Document, control: Described): GeneratedFile[] {
  return [...emitValidators(document, ""), ...emitControl(control)];
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
