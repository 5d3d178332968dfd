/** The two documents that the packages are made from: as they stand, as they were released, as they were at any time. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { parse, stringify } from "yaml";
import { bundle } from "../bundle/bundle.ts";
import { complete } from "../bundle/complete.ts";
import type { Document } from "../bundle/document.ts";
import { SentenceError } from "../commandLine.ts";
import { lint } from "../lint/lint.ts";
import { ProblemsError } from "../problems.ts";

const run = promisify(execFile);

/** One of the two documents: the API of the platform, or that of the mock itself. */
export type DocumentName = "platform" | "control";

/** What users of the packages build on. */
export interface Contract {
  /** Where it is from, for a report. */
  readonly name: string;
  readonly platform: Document;
  /** The document of the mock's own API; nothing where there was none. */
  readonly control: Document | undefined;
}

/** The folder of the released documents, in the order of `spec/`. `pnpm version:packages` writes it. */
export const releasedFolder = "spec/released";

const files = { platform: "openapi.yaml", control: "control/openapi.yaml" };

/** The spec as it stands, bundled in memory. @throws ProblemsError when it cannot be bundled */
export async function currentContract(): Promise<Contract> {
  return bundleContract("spec", "the spec");
}

/**
 * The last release; nothing before the first one.
 * @throws SentenceError when there was a release, by the version of the packages, and its documents are not all there
 */
export async function releasedContract(): Promise<Contract | undefined> {
  const missing: string[] = [];
  for (const file of Object.values(files)) if (!(await exists(join(releasedFolder, file)))) missing.push(join(releasedFolder, file));
  if (missing.length === 0) return readFolder(releasedFolder);
  const { version } = JSON.parse(await readFile("packages/types/package.json", "utf8")) as { version: string };
  if (version === unreleased) return undefined;
  const [verb, them] = missing.length === 1 ? ["is", "it"] : ["are", "them"];
  throw new SentenceError(
    `The packages have version ${version}, but ${missing.join(" and ")} ${verb} missing, so nothing tells what breaks. ` +
      `Take ${them} from the commit of that version: git checkout COMMIT -- ${releasedFolder}`,
  );
}

/** The version of packages that were never released. */
const unreleased = "0.0.0";

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

/**
 * What a person named to compare with: a document, a folder of both, or a revision of git.
 * @throws SentenceError when it is none of these
 */
export async function namedContract(base: string): Promise<Contract> {
  const found = await stat(base).catch(() => undefined);
  if (found?.isDirectory()) return readFolder(base);
  if (found?.isFile()) return { name: base, platform: await readDocument(base), control: undefined };
  return readRevision(base);
}

async function readFolder(folder: string): Promise<Contract> {
  const control = join(folder, files.control);
  const platform = await readDocument(join(folder, files.platform));
  return { name: folder, platform, control: (await exists(control)) ? await readDocument(control) : undefined };
}

async function readDocument(file: string): Promise<Document> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new SentenceError(`${file} cannot be read (${error.code}).`);
  });
  try {
    return complete(parse(text) as Document);
  } catch (error) {
    throw new SentenceError(`${file} is no OpenAPI document in one file: ${(error as Error).message}`);
  }
}

/** The spec of a revision is bundled by the tools of today, in a folder that goes away. */
async function readRevision(revision: string): Promise<Contract> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-revision-"));
  try {
    const { stdout } = await run("git", ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
    const archive = join(folder, "spec.tar");
    await run("git", ["archive", "--format=tar", "--output", archive, stdout.trim(), "spec"]);
    await run("tar", ["-xf", archive, "-C", folder]);
  } catch {
    await rm(folder, { recursive: true, force: true });
    throw new SentenceError(`"${revision}" is neither a document, nor a folder with ${files.platform}, nor a revision that has a spec.`);
  }
  try {
    return await bundleContract(join(folder, "spec"), revision);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bundleContract(folder: string, name: string): Promise<Contract> {
  const control = join(folder, files.control);
  const [platform, controlDocument] = await Promise.all([
    bundleDocument(join(folder, files.platform)),
    (await exists(control)) ? bundleDocument(control) : undefined,
  ]);
  return { name, platform, control: controlDocument };
}

/** What keeps a document from being bundled is told by the linter, which knows file and line. */
async function bundleDocument(file: string): Promise<Document> {
  try {
    return await bundle(file, "redocly.yaml");
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    const problems = await lint(file, "redocly.yaml");
    throw problems.length === 0 ? error : new ProblemsError("lint", problems);
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
