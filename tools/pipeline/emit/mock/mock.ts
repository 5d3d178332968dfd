import type { Document } from "../../../openapi/document.ts";
import type { BuiltInProperties } from "../../model/builtInProperties.ts";
import type { Described, GeneratedFile } from "../files.ts";
import { emitOperationTypes } from "../types/operations.ts";
import { emitSchemas } from "../types/schemas.ts";
import { emitControlClient } from "./controlClient.ts";
import { emitValidators } from "./validators/validators.ts";

const nameModule = "@crm-platform/types/properties";

export function emitMock(document: Document, control: Described, builtIn: BuiltInProperties): GeneratedFile[] {
  return [...emitValidators(document, ""), ...emitControl(control), emitBuiltInProperties(builtIn)];
}

/** Emits the properties of each type as text, because parsing all of them would slow down the mock's start. */
function emitBuiltInProperties(builtIn: BuiltInProperties): GeneratedFile {
  const entries = [...builtIn].map(([type, groups]) => {
    const text = JSON.stringify(groups, (key, value: unknown) => (key === "evidence" ? undefined : value));
    return `  ${type}: ${JSON.stringify(text)},\n`;
  });
  const content = `/** The built-in properties of each object type, as JSON. */\nexport const builtInGroups: Readonly<Record<string, string>> = {\n${entries.join("")}};\n`;
  return { path: "builtInProperties.ts", content };
}

function emitControl({ model, document, types }: Described): GeneratedFile[] {
  const typed = [emitSchemas, emitOperationTypes, emitControlClient].map((emit) => emit(model, types, nameModule));
  const constant = 'import json from "./openapi.json" with { type: "json" };\n\nexport const document: object = json;\n';
  return [
    { path: "control/document.ts", content: constant },
    { path: "control/openapi.json", content: `${JSON.stringify(document, undefined, 2)}\n` },
    { path: "control/paths.ts", content: types.source },
    ...typed.map(({ path, content }) => ({ path: `control/${path}`, content })),
    ...emitValidators(document, "control/"),
  ];
}
