import { spawnSync } from "node:child_process";

/** Omits files that git ignores, such as generated code that only programs read. The paths are relative to the current folder. */
export function withoutIgnored(files: readonly string[]): string[] {
  const { stdout } = spawnSync("git", ["check-ignore", "--stdin", "-z"], { input: files.join("\0"), encoding: "utf8" });
  const ignoredPaths = new Set(stdout.split("\0"));
  return files.filter((file) => !ignoredPaths.has(file));
}
