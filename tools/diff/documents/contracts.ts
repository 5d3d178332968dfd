/** The two documents that the packages are made from: as they stand, as they were released, as they were at any time. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { SentenceError } from "../../commandLine.ts";
import type { Document } from "../../openapi/document.ts";
import { bundle } from "../../pipeline/bundle/bundle.ts";
import { lint } from "../../pipeline/lint/lint.ts";
import { ProblemsError } from "../../problems.ts";
import { readDocument } from "./documentFile.ts";

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

/** Reads the spec of a repository. */
export type ReadContract = (folder: string) => Promise<Contract>;

/** The files of the two documents in a folder such as `spec/`. */
export const files = { platform: "openapi.yaml", control: "control/openapi.yaml" };

/**
 * The spec as it stands, bundled in memory.
 * @param folder the repository
 * @throws ProblemsError when it cannot be bundled
 */
export async function currentContract(folder = "."): Promise<Contract> {
  return bundleContract("spec", "the spec", folder);
}

/**
 * What a person named to compare with: a document, a folder of both, or a revision of git.
 * @throws SentenceError when it is none of these
 */
export async function namedContract(base: string, folder = "."): Promise<Contract> {
  const found = await stat(resolve(folder, base)).catch(() => undefined);
  if (found?.isDirectory()) return readFolder(base, folder);
  if (found?.isFile()) return { name: base, platform: await readDocument(base, folder), control: undefined };
  return readRevision(base, folder);
}

/** The documents of a folder, each in one file; that of the control API need not be there. @throws SentenceError when one cannot be read */
async function readFolder(name: string, folder: string): Promise<Contract> {
  const control = join(name, files.control);
  const platform = await readDocument(join(name, files.platform), folder);
  return { name, platform, control: (await exists(resolve(folder, control))) ? await readDocument(control, folder) : undefined };
}

/** The spec of a revision is bundled by the tools of today, in a folder that goes away. */
async function readRevision(revision: string, folder: string): Promise<Contract> {
  const temporary = await mkdtemp(join(tmpdir(), "crm-platform-revision-"));
  try {
    const { stdout } = await run("git", ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`], { cwd: folder });
    const archive = join(temporary, "spec.tar");
    await run("git", ["archive", "--format=tar", "--output", archive, stdout.trim(), "spec"], { cwd: folder });
    await run("tar", ["-xf", archive, "-C", temporary]);
  } catch {
    await rm(temporary, { recursive: true, force: true });
    throw new SentenceError(`"${revision}" is neither a document, nor a folder with ${files.platform}, nor a revision that has a spec.`);
  }
  try {
    return await bundleContract(join(temporary, "spec"), revision, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function bundleContract(spec: string, name: string, folder: string): Promise<Contract> {
  const control = join(spec, files.control);
  const [platform, controlDocument] = await Promise.all([
    bundleDocument(join(spec, files.platform), folder),
    (await exists(resolve(folder, control))) ? bundleDocument(control, folder) : undefined,
  ]);
  return { name, platform, control: controlDocument };
}

/** What keeps a document from being bundled is told by the linter, which knows file and line. */
async function bundleDocument(file: string, folder: string): Promise<Document> {
  try {
    return await bundle(file, "redocly.yaml", folder);
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    const problems = await lint(file, "redocly.yaml", folder);
    throw problems.length === 0 ? error : new ProblemsError("lint", problems);
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
