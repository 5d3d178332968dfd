import type { Document } from "../bundle/document.ts";
import type { Model } from "../model/model.ts";
import { emitAreas } from "./client/areas.ts";
import { emitClient } from "./client/client.ts";
import { emitOperationData } from "./client/operations.ts";
import type { GeneratedFile, PackageName, Specifiers } from "./files.ts";
import { emitMockDocument } from "./mock/document.ts";
import { emitTypes } from "./types/index.ts";

/** Everything that is generated, by package. */
export function emit(model: Model, document: Document, specifiers: Specifiers): Record<PackageName, GeneratedFile[]> {
  return {
    types: [readme, ...emitTypes(model, document)],
    client: [readme, emitOperationData(model, specifiers), ...emitAreas(model, specifiers), emitClient(model, specifiers)],
    mock: [readme, emitMockDocument(specifiers)],
  };
}

const readme: GeneratedFile = {
  path: "README.md",
  content: `# Generated

\`pnpm generate\` writes everything in this folder from the OpenAPI document in \`spec/\`. Do not edit it, and do not put
anything else here: files that the generators do not know are removed. \`pnpm generate --check\` fails when it is stale.
`,
};
