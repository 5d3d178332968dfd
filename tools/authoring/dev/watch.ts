import { type FSWatcher, readdirSync, watch } from "node:fs";
import { dirname, join } from "node:path";

/** What a change of a file concerns. */
export type Concern = "spec" | "generator" | "mock" | "reference";

const folders: Readonly<Record<string, Concern>> = {
  spec: "spec",
  "tools/bundle": "generator",
  "tools/emit": "generator",
  "tools/lint": "generator",
  "tools/model": "generator",
  "tools/rules": "generator",
  "tools/write": "generator",
  "tools/reference": "reference",
  "packages/types/src": "mock",
  "packages/mock/src": "mock",
};

/** Of this folder only what is in it itself: the rest of it is named above, or concerns nothing that runs. */
const ownFiles = "tools";

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
    const present = new Set([ownFiles, ...Object.keys(folders).flatMap(foldersIn)]);
    for (const [folder, watcher] of watchers) {
      if (present.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of present) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, (_, name) => onEvent(name === null ? folder : `${folder}/${name}`));
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
    if (dirname(file) === ownFiles && file.endsWith(".ts")) return ["generator"];
    return Object.entries(folders).flatMap(([folder, concern]) => (file.startsWith(`${folder}/`) ? [concern] : []));
  });
  return new Set(concerns);
}
