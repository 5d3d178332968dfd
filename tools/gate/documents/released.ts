import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { stringify } from "yaml";
import { SentenceError } from "../../commandLine.ts";
import type { Document } from "../../openapi/document.ts";
import { asObject, isObject } from "../../openapi/json.ts";
import { hashOf } from "../../pipeline/bundle/bundle.ts";
import { type Contract, files, releasedFolder } from "./contracts.ts";

/** @throws SentenceError when a released document is missing or was changed */
export async function releasedContract(folder: string): Promise<Contract> {
  const { version } = JSON.parse(await readFile(join(folder, "packages/types/package.json"), "utf8")) as { version: string };
  const paths = [files.platform, files.control].map((file) => join(releasedFolder, file));
  const [platform, control] = await Promise.all(paths.map((path) => readReleased(path, version, folder)));
  if (typeof platform === "object" && typeof control === "object") return { name: releasedFolder, platform, control };
  const wrong = [platform, control].filter((one) => typeof one === "string");
  throw new SentenceError(
    `Cannot compare with release ${version}: ${wrong.join(", and ")}. ` +
      `Restore the documents from the commit of that release: git checkout COMMIT -- ${releasedFolder}`,
  );
}

/** Returns the problem as a string if the file is missing, or if a bad merge or an edit has changed it. */
async function readReleased(path: string, version: string, folder: string): Promise<Document | string> {
  const text = await readFile(join(folder, path), "utf8").catch(() => undefined);
  if (text === undefined) return `${path} is missing`;
  const document = readDocument(text);
  if (document === undefined) return `${path} is not an OpenAPI document`;
  const { version: found, "x-content-hash": hash } = document.info;
  if (found !== version) return `${path} has version ${found}`;
  return hashOf(document) === hash ? document : `${path} was changed after its release`;
}

function readDocument(text: string): Document | undefined {
  try {
    const document: unknown = parseYaml(text);
    return isObject(asObject(document)["info"]) ? (document as Document) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the contract that the generator would bundle if only the version changed. */
export function atVersion({ name, platform, control }: Contract, version: string): Contract {
  const update = (document: Document): Document => {
    const updated = { ...document, info: { ...document.info, version } };
    return { ...updated, info: { ...updated.info, "x-content-hash": hashOf(updated) } };
  };
  return { name, platform: update(platform), control: control && update(control) };
}

export async function writeReleased({ platform, control }: Contract, folder: string): Promise<void> {
  for (const [file, document] of [[files.platform, platform] as const, [files.control, control] as const]) {
    if (document === undefined) continue;
    const path = join(folder, releasedFolder, file);
    await mkdir(dirname(path), { recursive: true });
    const title =
      "# The document of the last release, written by `npx pnpm version:packages`. `npx pnpm api:diff` compares the current document with it.\n";
    await writeFile(path, title + stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 }));
  }
}
