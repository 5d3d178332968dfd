import type { Document } from "../../openapi/document.ts";
import type { PackageName } from "../../packages.ts";
import { emitAreas } from "./client/areas.ts";
import { emitClient } from "./client/client.ts";
import { emitOperationData } from "./client/operations.ts";
import type { Described, GeneratedFile, Sources, Specifiers } from "./files.ts";
import { emitControl } from "./mock/control.ts";
import { emitMockDocument } from "./mock/document.ts";
import { emitValidators } from "./mock/validators/validators.ts";
import { oneLine, someCommand } from "./source.ts";
import { emitTypes } from "./types/index.ts";

/**
 * Everything that is generated, by package.
 * @param command what writes this set anew, for the README in each folder
 */
export function emit(sources: Sources, specifiers: Specifiers, command: string): Record<PackageName, GeneratedFile[]> {
  const { model, document, types, control, behaviours } = sources;
  const readme = readmeFor(document, command);
  const named = (files: readonly GeneratedFile[]) => [readme, ...files.map((file) => withCommand(file, oneLine(command)))];
  return {
    types: named(emitTypes(sources, behaviours)),
    client: named([emitOperationData(model, specifiers), ...emitAreas(model, types, specifiers), emitClient(model, types, specifiers)]),
    mock: named([emitMockDocument(specifiers), ...(control === undefined ? [] : emitStatefulMock(document, control))]),
  };
}

/** What only the mock of this repository has: handlers, whose requests and responses are checked, and an API of its own. */
function emitStatefulMock(document: Document, control: Described): GeneratedFile[] {
  return [emitValidators(document, ""), ...emitControl(control), emitValidators(control.document, "control/")];
}

/** A file whose first line names the command that writes it. */
function withCommand({ path, content }: GeneratedFile, command: string): GeneratedFile {
  const [first = "", ...others] = content.split("\n");
  return { path, content: [first.replace(someCommand, () => `\`${command}\``), ...others].join("\n") };
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
