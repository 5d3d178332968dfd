import { watch } from "chokidar";

export type Concern = "spec" | "generator" | "mock" | "reference";

const concerns: readonly (readonly [path: string, concern: Concern])[] = [
  ["spec/", "spec"],
  ["redocly.yaml", "generator"],
  ["tools/openapi/", "generator"],
  ["tools/pipeline/", "generator"],
  ["tools/rules/", "generator"],
  ["tools/reference/", "reference"],
  ["packages/types/src/", "mock"],
  ["packages/mock/src/", "mock"],
  // The mock reads these files on each request, but the reference contains copies of them.
  ["packages/mock/assets/", "reference"],
];

/** The delay during which events are collected, because saving a file may cause several events, and switching branches causes hundreds. */
const pauseMs = 25;

/** Temporary editor files, and generated or installed files. */
const ignored = /(^|\/)(\.|4913$|node_modules(\/|$))|~$|\.(swp|tmp)$|\/src\/generated(\/|$)|\/fixtures(\/|$)/;

export function concernOf(file: string): Concern | undefined {
  return concerns.find(([path]) => file.startsWith(path))?.[1];
}

/** Calls `onChange` with paths that contain `/` on every system, and `onError` if a folder cannot be watched. */
export async function watchSources(
  onChange: (files: readonly string[]) => void,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(
    concerns.map(([path]) => path),
    { ignoreInitial: true, followSymlinks: false, atomic: false, ignored: (path) => ignored.test(path.replaceAll("\\", "/")) },
  );
  watcher.on("error", onError);
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
  return async () => {
    clearTimeout(timer);
    await watcher.close();
  };
}
