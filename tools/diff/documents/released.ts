/** The documents of the last release, which the next changes are compared with. */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { SentenceError } from "../../commandLine.ts";
import type { Document } from "../../openapi/document.ts";
import { hashOf } from "../../pipeline/bundle/bundle.ts";
import { type Contract, files } from "./contracts.ts";
import { readDocument } from "./documentFile.ts";

/** The folder of the released documents, in the order of `spec/`. `pnpm version:packages` writes it. */
export const releasedFolder = "spec/released";

/** The version of packages that were never released. */
const unreleased = "0.0.0";

/**
 * The last release; nothing before the first one.
 * @param folder the repository
 * @throws SentenceError when there was a release, by the version of the packages, and its documents are not all there, each as it was
 */
export async function releasedContract(folder = "."): Promise<Contract | undefined> {
  const { version } = JSON.parse(await readFile(join(folder, "packages/types/package.json"), "utf8")) as { version: string };
  const paths = [files.platform, files.control].map((file) => join(releasedFolder, file));
  if (version === unreleased && !paths.every((path) => existsSync(join(folder, path)))) return undefined;
  const [platform, control] = await Promise.all(paths.map((path) => readReleased(path, version, folder)));
  if (typeof platform === "object" && typeof control === "object") return { name: releasedFolder, platform, control };
  const wrong = [platform, control].filter((one) => typeof one === "string");
  throw new SentenceError(
    `The packages have version ${version}, but ${wrong.join(", and ")}, so nothing tells what breaks. ` +
      `Take the released documents from the commit of that version: git checkout COMMIT -- ${releasedFolder}`,
  );
}

/** A document of the release, or what keeps a file from being one. A bad merge, or a hand, changes what its hash was made of. */
async function readReleased(path: string, version: string, folder: string): Promise<Document | string> {
  if (!existsSync(join(folder, path))) return `${path} is missing`;
  try {
    const document = await readDocument(path, folder);
    if (document.info.version !== version) return `${path} has version ${document.info.version}`;
    return hashOf(document) === document.info["x-content-hash"] ? document : `${path} was changed after its release`;
  } catch (error) {
    if (!(error instanceof SentenceError)) throw error;
    return error.message.replace(/\.$/, "");
  }
}

/** Keeps the documents as the released ones. */
export async function writeReleased({ platform, control }: Contract, folder = "."): Promise<void> {
  for (const [file, document] of [[files.platform, platform] as const, [files.control, control] as const]) {
    if (document === undefined) continue;
    const path = join(folder, releasedFolder, file);
    await mkdir(dirname(path), { recursive: true });
    const title = "# The document of the last release, written by `npx pnpm version:packages`. `npx pnpm api:diff` compares with it.\n";
    await writeFile(path, title + stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 }));
  }
}
