/** The documents of the last release, which the next changes are compared with. */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { hashOf } from "../bundle/bundle.ts";
import { SentenceError } from "../commandLine.ts";
import { type Contract, files, readFolder } from "./contracts.ts";
import { readDocument } from "./documentFile.ts";

/** The folder of the released documents, in the order of `spec/`. `pnpm version:packages` writes it. */
export const releasedFolder = "spec/released";

/** The version of packages that were never released. */
const unreleased = "0.0.0";

/**
 * The last release; nothing before the first one.
 * @throws SentenceError when there was a release, by the version of the packages, and its documents are not all there, each as it was
 */
export async function releasedContract(): Promise<Contract | undefined> {
  const { version } = JSON.parse(await readFile("packages/types/package.json", "utf8")) as { version: string };
  const paths = Object.values(files).map((file) => join(releasedFolder, file));
  if (version === unreleased && !paths.every(existsSync)) return undefined;
  const wrong = (await Promise.all(paths.map((path) => whatIsWrong(path, version)))).filter((one) => one !== undefined);
  if (wrong.length === 0) return readFolder(releasedFolder);
  throw new SentenceError(
    `The packages have version ${version}, but ${wrong.join(", and ")}, so nothing tells what breaks. ` +
      `Take the released documents from the commit of that version: git checkout COMMIT -- ${releasedFolder}`,
  );
}

/** What keeps a file from being a document of the release. A bad merge, or a hand, changes what its hash was made of. */
async function whatIsWrong(path: string, version: string): Promise<string | undefined> {
  if (!existsSync(path)) return `${path} is missing`;
  try {
    const document = await readDocument(path);
    if (document.info.version !== version) return `${path} has version ${document.info.version}`;
    return hashOf(document) === document.info["x-content-hash"] ? undefined : `${path} was changed after its release`;
  } catch (error) {
    if (!(error instanceof SentenceError)) throw error;
    return error.message.replace(/\.$/, "");
  }
}

/** Keeps the documents as the released ones. */
export async function writeReleased({ platform, control }: Contract): Promise<void> {
  for (const [file, document] of [[files.platform, platform] as const, [files.control, control] as const]) {
    if (document === undefined) continue;
    const path = join(releasedFolder, file);
    await mkdir(dirname(path), { recursive: true });
    const title = "# The document of the last release, written by `npx pnpm version:packages`. `npx pnpm api:diff` compares with it.\n";
    await writeFile(path, title + stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 }));
  }
}
