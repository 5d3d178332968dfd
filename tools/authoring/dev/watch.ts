import { type FSWatcher, readdirSync, watch } from "node:fs";
import { dirname, join } from "node:path";

/** What a change of a file concerns. */
export type Concern = "spec" | "generator" | "mock" | "reference";

/** By the path from the root. A folder, which ends with a slash, stands for all that is in it. */
const concerned: readonly (readonly [path: string, concern: Concern])[] = [
  ["spec/", "spec"],
  ["redocly.yaml", "generator"],
  ["tools/bundle/", "generator"],
  ["tools/emit/", "generator"],
  ["tools/lint/", "generator"],
  ["tools/model/", "generator"],
  ["tools/rules/", "generator"],
  ["tools/write/", "generator"],
  ["tools/reference/", "reference"],
  ["packages/types/src/", "mock"],
  ["packages/mock/src/", "mock"],
  // The mock reads them at each request; the reference has copies.
  ["packages/mock/assets/", "reference"],
];

/** Of these folders only what is in them themselves: the rest is named above, or concerns nothing that runs. */
const ownFiles = [".", "tools"];

/** A save is several events, and a switch of branches hundreds. They are told together once there is quiet for so long. */
const quietMs = 25;

/** Files of editors that are no one's source, and what is written by us. */
const noise = /(^|\/)(\.|4913$)|~$|\.(swp|tmp)$|\/src\/generated\/|\/fixtures\//;

/**
 * Watches the sources of the repository in the folder the process runs in. Each folder is watched by itself: where Node has to do
 * that for a tree, as on Linux, it loses a file whose place another one takes, and that is how many editors save.
 * @param onChange told of the changed files, paths from that folder with slashes, each once
 * @returns ends the watching
 */
export function watchSources(onChange: (files: readonly string[]) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    const files = [...changed];
    changed = new Set();
    watchNewFolders();
    onChange(files);
  };
  const onEvent = (file: string): void => {
    if (noise.test(file)) return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(tell, quietMs);
  };
  const watchNewFolders = (): void => {
    const present = new Set([...ownFiles, ...concerned.flatMap(([path]) => (path.endsWith("/") ? foldersIn(path.slice(0, -1)) : []))]);
    for (const [folder, watcher] of watchers) {
      if (present.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of present) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, (_, name) => onEvent(join(folder, name ?? "").replaceAll("\\", "/")));
      // A folder that goes away while it is being watched.
      watcher.on("error", () => watcher.close());
      watchers.set(folder, watcher);
    }
  };
  watchNewFolders();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

function foldersIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"));
  return [folder, ...paths.filter((path) => !noise.test(`${path}/`))];
}

/** What the changes of some files concern. */
export function concernsOf(files: readonly string[]): Set<Concern> {
  const concerns = files.flatMap((file): Concern[] => {
    if (dirname(file) === "tools" && file.endsWith(".ts")) return ["generator"];
    return concerned.flatMap(([path, concern]) => (file === path || (path.endsWith("/") && file.startsWith(path)) ? [concern] : []));
  });
  return new Set(concerns);
}
