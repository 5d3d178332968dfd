import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { SentenceError } from "../commandLine.ts";
import { packages } from "../packages.ts";

/** What a version is made from, and all that it changes. */
const parts = [
  ...[".changeset", "spec", "package.json", "pnpm-workspace.yaml", "redocly.yaml"],
  ...packages.flatMap((name) => ["package.json", "CHANGELOG.md", "src/generated", "api"].map((part) => `packages/${name}/${part}`)),
];

/**
 * Does a work in a draft, a copy of what it changes, and takes over what came of it, all at once: a work that fails or is ended, in
 * whatever way, leaves the repository as it was.
 * @param signal aborted when somebody ends the work (Ctrl+C, SIGTERM, a closed terminal)
 * @param work changes the draft
 * @throws SentenceError when somebody ends it, or changes the same files meanwhile
 */
export async function inDraft<Result>(root: string, signal: AbortSignal, work: (draft: string) => Promise<Result>): Promise<Result> {
  const draft = await mkdtemp(join(tmpdir(), "crm-platform-draft-"));
  try {
    const before = contentOf(root);
    for (const [path, content] of before) put(join(draft, path), content);
    // The configurations name files of the tools.
    if (existsSync(join(root, "tools"))) symlinkSync(resolve(root, "tools"), join(draft, "tools"), "junction");
    const result = await work(draft);
    signal.throwIfAborted();
    takeOver(before, contentOf(draft), root);
    return result;
  } catch (error) {
    // What fails when it is ended fails because of that.
    throw signal.aborted ? new SentenceError("It was ended. Nothing has changed.") : error;
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Writes what differs. No signal comes in between: a handler runs when this is done. */
function takeOver(before: ReadonlyMap<string, Buffer>, after: ReadonlyMap<string, Buffer>, root: string): void {
  const isSame = (one: Buffer | undefined, other: Buffer | undefined): boolean => (one && other ? one.equals(other) : one === other);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((path) => !isSame(before.get(path), after.get(path)));
  const now = contentOf(root);
  const edited = changed.filter((path) => !isSame(before.get(path), now.get(path)));
  if (edited.length > 0) throw new SentenceError(`${edited.join(", ")} was edited meanwhile, so nothing is written. Start again.`);
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

/** The parts, file by file. */
function contentOf(folder: string): Map<string, Buffer> {
  const files = parts.flatMap((part) => filesIn(join(folder, part)));
  return new Map(files.map((file) => [relative(folder, file), readFileSync(file)]));
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
