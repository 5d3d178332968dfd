import { type FSWatcher, watch } from "chokidar";

export type Concern = "spec" | "generator" | "mock" | "reference";

const concerns: readonly (readonly [path: RegExp, concern: Concern])[] = [
  [/^spec\/(guides|[^/]+\/samples)\//, "reference"],
  [/^(spec|packages\/mock\/test\/behavior)\//, "spec"],
  [/^(redocly\.yaml|tools\/(openapi|pipeline|rules)\/)/, "generator"],
  [/^packages\/(types|mock)\/src\//, "mock"],
  // The mock reads its assets on each request, but the reference contains a copy of its icon.
  [/^(tools\/reference|packages\/mock\/assets)\//, "reference"],
];

const tools = ["openapi", "pipeline", "rules", "reference"].map((folder) => `tools/${folder}`);
const paths = [
  "spec",
  "packages/mock/test/behavior",
  "redocly.yaml",
  ...tools,
  "packages/types/src",
  "packages/mock/src",
  "packages/mock/assets",
];

/** The delay during which events are collected, because saving a file may cause several events, and switching branches causes hundreds. */
const pauseMs = 25;

/** Temporary editor files, and generated or installed files. */
const ignored = /(^|\/)(\.(?!vitepress)|4913$|node_modules(\/|$))|~$|\.(swp|tmp)$|\/(src|reference)\/generated(\/|$)|\/fixtures(\/|$)/;

export function concernOf(file: string): Concern | undefined {
  return concerns.find(([path]) => path.test(file))?.[1];
}

/** Calls `onChange` with paths that contain `/` on every system. */
export async function watchSources(onChange: (files: readonly string[]) => void): Promise<FSWatcher> {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(paths, {
    ignoreInitial: true,
    followSymlinks: false,
    atomic: false,
    ignored: (path) => ignored.test(path.replaceAll("\\", "/")),
  });
  watcher.on("error", (error) => console.error("Some source files cannot be watched:", error));
  watcher.on("all", (event, path) => {
    if (event === "addDir" || event === "unlinkDir") return;
    changed.add(path.replaceAll("\\", "/"));
    clearTimeout(timer);
    timer = setTimeout(() => {
      onChange([...changed]);
      changed.clear();
    }, pauseMs);
  });
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  return watcher;
}
