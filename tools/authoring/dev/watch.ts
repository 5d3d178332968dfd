import { type FSWatcher, watch } from "node:fs";
import { join, relative } from "node:path";

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

/** A save is several events, and a switch of branches hundreds. They are told together once there is quiet for so long. */
const quietMs = 25;

/** Files of editors that are no one's source, and what is written by us. */
const noise = /(^|\/)(\.|4913$)|~$|\.(swp|tmp)$|\/src\/generated\/|\/fixtures\//;

/**
 * Watches the sources of the repository in the folder the process runs in.
 * @param onChange told of the changed files, paths from that folder with slashes, each once
 * @returns ends the watching
 */
export function watchSources(onChange: (files: readonly string[]) => void): () => void {
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    const files = [...changed];
    changed = new Set();
    onChange(files);
  };
  const watchers = Object.keys(folders).map((folder): FSWatcher => {
    return watch(folder, { recursive: true }, (_, name) => {
      const file = relative(".", join(folder, name ?? "")).replaceAll("\\", "/");
      if (name === null || noise.test(file)) return;
      changed.add(file);
      clearTimeout(timer);
      timer = setTimeout(tell, quietMs);
    });
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** What the changes of some files concern. */
export function concernsOf(files: readonly string[]): Set<Concern> {
  const all = files.flatMap((file) => Object.entries(folders).filter(([folder]) => file.startsWith(`${folder}/`)));
  return new Set(all.map(([, concern]) => concern));
}
