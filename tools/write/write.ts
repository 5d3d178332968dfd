import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Plan } from "./plan.ts";

/** What differs between a plan and the files that are there. */
export interface Difference {
  readonly path: string;
  readonly state: "missing" | "stale" | "unknown";
}

/** Compares the folders of a plan with the plan, without changing anything. */
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

/** Makes the folders of a plan equal to it. Files that are right already are left alone, so that watchers stay calm. */
export async function write(plan: Plan): Promise<Difference[]> {
  const differences = await compare(plan);
  for (const { path, state } of differences) {
    if (state === "unknown") {
      await rm(path);
      continue;
    }
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, plan.files.get(path) ?? "");
  }
  return differences;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
