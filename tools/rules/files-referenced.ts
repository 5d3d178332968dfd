import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { asObject } from "../openapi/json.ts";
import { report } from "./message.ts";
import type { Context, Rule } from "./visitor.ts";

type Reached = Map<string, Set<string>>;

/** Rejects files and operations that the root document does not reach. A bundle is a single file, so all of it is reachable. */
export const filesReferenced: Rule = () => ({
  Root: {
    enter(root, context) {
      const rootFile = context.location.source.absoluteRef;
      const reached: Reached = new Map([[rootFile, new Set(["#/"])]]);
      const isWhole = collect(root, rootFile, reached, context, new Set());
      // An unreadable file may refer to any other file. `no-unresolved-refs` reports it.
      if (reached.size === 1 || !isWhole) return;
      for (const place of orphansIn(dirname(rootFile), reached)) {
        report(context, context.location, {
          wrong: "The document does not refer to this file or operation.",
          expected: "a $ref to it; otherwise, delete it",
          found: place,
        });
      }
    },
  },
});

/** Includes references in extensions, which Redocly skips. Returns whether every reference could be resolved. */
function collect(node: unknown, file: string, reached: Reached, context: Context, visited: Set<unknown>): boolean {
  if (typeof node !== "object" || node === null || visited.has(node)) return true;
  visited.add(node);
  let isWhole = true;
  for (const value of Object.values(node)) {
    const { node: target, location } = context.resolve(value, file);
    if (typeof asObject(value).$ref !== "string") isWhole = collect(value, file, reached, context, visited) && isWhole;
    else if (location === undefined || target === undefined) isWhole = false;
    else {
      const next = location.source.absoluteRef;
      reached.set(next, (reached.get(next) ?? new Set()).add(location.pointer));
      isWhole = collect(target, next, reached, context, visited) && isWhole;
    }
  }
  return isWhole;
}

/** Also returns unreferenced operations in a `paths.yaml`. Skips folders with their own `openapi.yaml`. */
function orphansIn(folder: string, reached: Reached): readonly string[] {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const others = all.filter((name) => name.endsWith("/openapi.yaml")).map((name) => `${dirname(name)}/`);
  const own = all.filter((name) => [".yaml", ".json"].includes(extname(name)) && !others.some((other) => name.startsWith(other)));
  // Workflows are separate documents.
  const names = own.filter((name) => !name.endsWith(".arazzo.yaml"));
  return names.sort().flatMap((shown) => {
    const file = join(folder, shown);
    const pointers = reached.get(file);
    if (pointers === undefined) return [shown];
    if (basename(file) !== "paths.yaml") return [];
    const keys = Object.keys(asObject(parseYaml(readFileSync(file, "utf8")))).filter((key) => !key.startsWith("x-"));
    return keys.filter((key) => !pointers.has(`#/${key}`)).map((key) => `${shown}#/${key}`);
  });
}
