import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PackageName } from "../../packages.ts";
import type { GeneratedFile } from "../emit/files.ts";

export interface Plan {
  readonly folders: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}

export interface Difference {
  readonly path: string;
  readonly state: "missing" | "stale" | "unknown";
}

export function planFiles(files: Record<PackageName, readonly GeneratedFile[]>, folders: Record<PackageName, string>): Plan {
  const entries = Object.entries(folders) as [PackageName, string][];
  const fileEntries = entries.flatMap(([name, folder]) => files[name].map(({ path, content }) => [join(folder, path), content] as const));
  return { folders: Object.values(folders), files: new Map(fileEntries) };
}

export async function compare(plan: Plan): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const [path, content] of plan.files) {
    const current = await readFile(path, "utf8").catch(() => undefined);
    if (current === undefined) differences.push({ path, state: "missing" });
    else if (current !== content) differences.push({ path, state: "stale" });
  }
  for (const folder of plan.folders) {
    for (const path of await listFiles(folder)) if (!plan.files.has(path)) differences.push({ path, state: "unknown" });
  }
  return differences;
}

/** Writes the given files, or all that differ. Does not touch unchanged files, so that watchers ignore them. */
export async function write(plan: Plan, differences?: readonly Difference[]): Promise<readonly Difference[]> {
  const changes = differences ?? (await compare(plan));
  for (const { path, state } of changes) {
    if (state === "unknown") {
      await rm(path);
      continue;
    }
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, plan.files.get(path) ?? "");
  }
  return changes;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
