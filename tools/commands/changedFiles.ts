import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Runs `work`. Returns its result and the paths of the files in the folders that it changed, added or deleted. */
export async function changedFiles<Result>(
  folders: readonly string[],
  work: () => Promise<Result>,
): Promise<{ result: Result; changed: string[] }> {
  const before = await contentOf(folders);
  const result = await work();
  const after = await contentOf(folders);
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return { result, changed: paths.filter((path) => before.get(path) !== after.get(path)).sort() };
}

async function contentOf(folders: readonly string[]): Promise<Map<string, string>> {
  const files = await Promise.all(folders.map(filesIn));
  return new Map(await Promise.all(files.flat().map(async (path) => [path, await readFile(path, "utf8")] as const)));
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
