import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { SentenceError } from "../../commandLine.ts";
import type { Document } from "../../openapi/document.ts";
import { bundle } from "../../pipeline/bundle/bundle.ts";
import { lint } from "../../pipeline/lint/lint.ts";
import { ProblemsError } from "../../problems.ts";

const run = promisify(execFile);

export const documentNames = ["platform", "control"] as const;
export type DocumentName = (typeof documentNames)[number];

export interface Contract {
  /** The name that reports use for the contract, for example `the spec`. */
  readonly name: string;
  readonly platform: Document;
  /** The document of the control API; `undefined` if it did not exist yet. */
  readonly control: Document | undefined;
}

export type ReadContract = (folder: string) => Promise<Contract>;

/** The folder of the released documents, arranged like `spec/`. `pnpm version:packages` writes it. */
export const releasedFolder = "spec/released";

export const files = { platform: "openapi.yaml", control: "control/openapi.yaml" };

export async function currentContract(folder: string): Promise<Contract> {
  return bundleContract("spec", "the spec", folder);
}

/** Bundles with the current tools. @throws SentenceError when the revision does not exist or does not contain a spec */
export async function revisionContract(revision: string, folder: string): Promise<Contract> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), "crm-platform-revision-"));
  await extractSpec(revision, folder, temporary.path).catch(() => {
    throw new SentenceError(`"${revision}" is not a git revision with a spec. Pass a commit, a branch or a tag.`);
  });
  return await bundleContract(join(temporary.path, "spec"), revision, folder);
}

async function extractSpec(revision: string, folder: string, target: string): Promise<void> {
  const { stdout } = await run("git", ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`], { cwd: folder });
  const archive = join(target, "spec.tar");
  await run("git", ["archive", "--format=tar", "--output", archive, stdout.trim(), "spec"], { cwd: folder });
  await run("tar", ["-xf", archive, "-C", target]);
}

async function bundleContract(spec: string, name: string, folder: string): Promise<Contract> {
  const control = join(spec, files.control);
  const [platform, controlDocument] = await Promise.all([
    bundleDocument(join(spec, files.platform), folder),
    existsSync(resolve(folder, control)) ? bundleDocument(control, folder) : undefined,
  ]);
  return { name, platform, control: controlDocument };
}

/** If bundling fails, reports the linter's problems instead, because they name the file and line. */
async function bundleDocument(file: string, folder: string): Promise<Document> {
  try {
    return await bundle(file, "redocly.yaml", folder);
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    const problems = await lint(file, "redocly.yaml", folder);
    throw problems.length === 0 ? error : new ProblemsError("lint", problems);
  }
}
