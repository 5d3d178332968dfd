import { join } from "node:path";
import type { PackageName } from "../../packages.ts";
import { ProblemsError } from "../../problems.ts";
import type { GeneratedFile } from "../emit/files.ts";

export interface Plan {
  readonly folders: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}

/** @throws ProblemsError when two emitters write to the same path, ignoring case */
export function planFiles(files: Record<PackageName, readonly GeneratedFile[]>, folders: Record<PackageName, string>): Plan {
  const planned = new Map<string, string>();
  const claimed = new Map<string, string>();
  const problems = [];
  for (const [name, folder] of Object.entries(folders) as [PackageName, string][]) {
    for (const { path, content } of files[name]) {
      const target = join(folder, path);
      const other = claimed.get(target.toLowerCase());
      if (other !== undefined)
        problems.push({ file: target, pointer: "#/", message: `Another emitter already writes this file, as ${other}.` });
      claimed.set(target.toLowerCase(), target);
      planned.set(target, content);
    }
  }
  if (problems.length > 0) throw new ProblemsError("write", problems);
  return { folders: Object.values(folders), files: planned };
}
