import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Runs `work`. Returns its result and the paths of the files in the folders that it changed, added or deleted. */
export async function changedFiles<Result>(
  folders: readonly string[],
  work: () => Promise<Result>,
): Promise<{ result: Result; paths: string[] }> {
  const read = () => new Map(folders.flatMap(filesIn).map((path) => [path, readFileSync(path, "utf8")]));
  const before = read();
  const result = await work();
  const after = read();
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return { result, paths: paths.filter((path) => before.get(path) !== after.get(path)).sort() };
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
