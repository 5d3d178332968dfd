import { symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Document } from "../../openapi/document.ts";
import { emitClient } from "../../pipeline/emit/client/index.ts";
import { emitMock } from "../../pipeline/emit/mock/mock.ts";
import { emitTypes } from "../../pipeline/emit/types/index.ts";
import { describeBundle } from "../../pipeline/pipeline.ts";
import { write } from "../../pipeline/write/write.ts";
import { root, temporaryFolder } from "../workspace.ts";

/** Writes the code of a document, which is also used as the control API's document, to a folder in which it can be imported. */
export async function writeGenerated(document: Document): Promise<string> {
  const folder = await temporaryFolder();
  const description = describeBundle(document);
  const imports = {
    types: "../types/index.ts",
    names: "../types/properties.ts",
    engine: join(root, "packages/client/src/engine/index.ts"),
  };
  const files = {
    types: emitTypes(description, []),
    client: emitClient(description.model, description.types, imports),
    "mock/generated": emitMock(document, description, new Map()),
  };
  const entries = Object.entries(files).flatMap(([name, list]) =>
    list.map(({ path, content }) => [join(folder, name, path), content] as const),
  );
  await write({ folders: [], files: new Map(entries) });
  await symlink(join(root, "packages/mock/src/contract"), join(folder, "mock/contract"));
  await symlink(join(root, "packages/mock/node_modules"), join(folder, "node_modules"));
  return folder;
}
