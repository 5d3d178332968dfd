import type { Document } from "../bundle/document.ts";
import { emitAreas } from "./client/areas.ts";
import { emitClient } from "./client/client.ts";
import { emitOperationData } from "./client/operations.ts";
import type { GeneratedFile, PackageName, Sources, Specifiers } from "./files.ts";
import { emitControl } from "./mock/control.ts";
import { emitMockDocument } from "./mock/document.ts";
import { oneLine } from "./source.ts";
import { emitTypes } from "./types/index.ts";

/**
 * Everything that is generated, by package.
 * @param command what writes this set anew, for the README in each folder
 */
export function emit(sources: Sources, specifiers: Specifiers, command: string): Record<PackageName, GeneratedFile[]> {
  const { model, document, control, behaviours } = sources;
  const readme = readmeFor(document, command);
  return {
    types: [readme, ...emitTypes(model, document, behaviours)],
    client: [readme, emitOperationData(model, specifiers), ...emitAreas(model, specifiers), emitClient(model, specifiers)],
    mock: [readme, emitMockDocument(specifiers), ...(control === undefined ? [] : emitControl(control))],
  };
}

/** The file by which a later run knows that the folder is its own. */
export const readmeTitle = "# Generated";

function readmeFor(document: Document, command: string): GeneratedFile {
  const content = `${readmeTitle}

Everything in this folder is written from the OpenAPI document "${oneLine(document.info.title)}". Do not edit it, and do not
put anything else here: files that the generators do not know are removed. This writes it anew, and with \`--check\` it only
tells what is stale:

    ${command}
`;
  return { path: "README.md", content };
}
