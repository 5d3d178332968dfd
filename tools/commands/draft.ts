import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { SentenceError } from "../commandLine.ts";
import { packages } from "../packages.ts";

const parts = [
  ...[".changeset", "spec", "package.json", "pnpm-workspace.yaml", "redocly.yaml"],
  ...packages.flatMap((name) => ["package.json", "CHANGELOG.md", "src/generated", "api"].map((part) => `packages/${name}/${part}`)),
];

/**
 * Runs a function on a copy of the files above and then applies its changes to the repository. If the function fails or is interrupted,
 * the repository does not change.
 * @throws SentenceError when the function is interrupted, or when the same files have been edited in the meantime
 */
export async function inDraft<Result>(root: string, signal: AbortSignal, work: (draft: string) => Promise<Result>): Promise<Result> {
  const draft = await mkdtemp(join(tmpdir(), "crm-platform-draft-"));
  try {
    const before = contentOf(root);
    for (const [path, content] of before) put(join(draft, path), content);
    // The configuration files refer to files in `tools`.
    if (existsSync(join(root, "tools"))) symlinkSync(resolve(root, "tools"), join(draft, "tools"), "junction");
    const result = await work(draft);
    signal.throwIfAborted();
    apply(before, contentOf(draft), root);
    return result;
  } catch (error) {
    // If the command was interrupted, the error is only a consequence of the interruption.
    throw signal.aborted ? new SentenceError("Interrupted. Nothing has changed.") : error;
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Writes the changed files. This function is synchronous, so no signal interrupts it. */
function apply(before: ReadonlyMap<string, Buffer>, after: ReadonlyMap<string, Buffer>, root: string): void {
  const isSame = (one: Buffer | undefined, other: Buffer | undefined): boolean => (one && other ? one.equals(other) : one === other);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((path) => !isSame(before.get(path), after.get(path)));
  const now = contentOf(root);
  const edited = changed.filter((path) => !isSame(before.get(path), now.get(path)));
  if (edited.length > 0)
    throw new SentenceError(`${edited.join(", ")} was edited in the meantime, so nothing was written. Run the command again.`);
  for (const path of changed) {
    const content = after.get(path);
    if (content === undefined) rmSync(join(root, path));
    else put(join(root, path), content);
  }
}

function put(path: string, content: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function contentOf(folder: string): Map<string, Buffer> {
  const files = parts.flatMap((part) => filesIn(join(folder, part)));
  return new Map(files.map((file) => [relative(folder, file), readFileSync(file)]));
}

export function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
