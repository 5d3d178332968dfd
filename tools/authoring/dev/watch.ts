import { statSync } from "node:fs";
import { dirname } from "node:path";
import { watch } from "chokidar";

/** What a change of a file concerns. */
export type Concern = "spec" | "generator" | "mock" | "reference";

/** By the path from the root. A folder, which ends with a slash, stands for all that is in it. */
const concerned: readonly (readonly [path: string, concern: Concern])[] = [
  ["spec/", "spec"],
  ["redocly.yaml", "generator"],
  ["tools/openapi/", "generator"],
  ["tools/pipeline/", "generator"],
  ["tools/rules/", "generator"],
  ["tools/reference/", "reference"],
  ["packages/types/src/", "mock"],
  ["packages/mock/src/", "mock"],
  // The mock reads them at each request; the reference has copies.
  ["packages/mock/assets/", "reference"],
];

/** What is watched for it; `tools` as a whole, because of the files in the folder itself. */
const watched = [...concerned.map(([path]) => path).filter((path) => !path.startsWith("tools/")), "tools"];

/** A save may be several events, and a switch of branches is hundreds. They are told together once there is quiet for so long. */
const quietMs = 25;

/** Files of editors that are no one's source, and what is written or installed by us. */
const noise = /(^|\/)(\.|4913$|node_modules(\/|$))|~$|\.(swp|tmp)$|\/src\/generated(\/|$)|\/fixtures(\/|$)/;

/**
 * Watches the sources of the repository in the folder the process runs in. Resolves once it does. Folders may go and come back, and
 * files be replaced by others of their name, as editors and git do.
 * @param onChange told of the changed files, paths from that folder with slashes, each once
 * @param onError told why something cannot be watched, for example because the system watches too much already
 * @returns ends the watching
 */
export async function watchSources(
  onChange: (files: readonly string[]) => void,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const told = new Map<string, string>();
  // A file that is emptied and then written is told twice by the library, the second time when we have told it long since.
  const isNews = (file: string): boolean => {
    const state = stateOf(file);
    if (told.get(file) === state) return false;
    told.set(file, state);
    return true;
  };
  const tell = (): void => {
    const files = [...changed].filter(isNews);
    changed = new Set();
    if (files.length > 0) onChange(files);
  };
  // Its own wait for a file that another one replaces (`atomic`) is longer than ours for quiet.
  const watcher = watch(watched, {
    ignoreInitial: true,
    followSymlinks: false,
    atomic: false,
    ignored: (path) => noise.test(withSlashes(path)),
  });
  watcher.on("error", onError);
  watcher.on("all", (event, path) => {
    const file = withSlashes(path);
    if (event === "addDir" || event === "unlinkDir" || concernsOf([file]).size === 0) return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(tell, quietMs);
  });
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  return async () => {
    clearTimeout(timer);
    await watcher.close();
  };
}

/** Another one for every write that there is quiet before. */
function stateOf(file: string): string {
  const { ino, mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return `${ino} ${mtimeMs} ${size}`;
}

function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

/** What the changes of some files concern. */
export function concernsOf(files: readonly string[]): Set<Concern> {
  const concerns = files.flatMap((file): Concern[] => {
    if (dirname(file) === "tools" && file.endsWith(".ts")) return ["generator"];
    return concerned.flatMap(([path, concern]) => (file === path || (path.endsWith("/") && file.startsWith(path)) ? [concern] : []));
  });
  return new Set(concerns);
}
