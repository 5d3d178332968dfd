import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { asObject } from "../openapi/json.ts";
import { report } from "./message.ts";
import type { Context, Rule } from "./visitor.ts";

type References = Map<string, Set<string>>;

/** Rejects files and operations that the root document does not reach. A bundle is a single file, so all of it is reachable. */
export const filesReferenced: Rule = () => ({
  Root: {
    enter(root, context) {
      const rootFile = context.location.source.absoluteRef;
      const references: References = new Map([[rootFile, new Set(["#/"])]]);
      const isWhole = collect(root, rootFile, references, context, new Set());
      // An unreadable file may refer to any other file. `no-unresolved-refs` reports it.
      if (references.size === 1 || !isWhole) return;
      for (const place of orphansIn(dirname(rootFile), references)) {
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
function collect(node: unknown, file: string, references: References, context: Context, visitedNodes: Set<unknown>): boolean {
  if (typeof node !== "object" || node === null || visitedNodes.has(node)) return true;
  visitedNodes.add(node);
  let isWhole = true;
  for (const value of Object.values(node)) {
    const { node: target, location } = context.resolve(value, file);
    if (typeof asObject(value).$ref !== "string") isWhole = collect(value, file, references, context, visitedNodes) && isWhole;
    else if (location === undefined || target === undefined) isWhole = false;
    else {
      const next = location.source.absoluteRef;
      references.set(next, (references.get(next) ?? new Set()).add(location.pointer));
      isWhole = collect(target, next, references, context, visitedNodes) && isWhole;
    }
  }
  return isWhole;
}

/** Also returns unreferenced operations in a `paths.yaml`. Skips folders with their own `openapi.yaml`. */
function orphansIn(folder: string, references: References): readonly string[] {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const others = all.filter((name) => name.endsWith("/openapi.yaml")).map((name) => `${dirname(name)}/`);
  const own = all.filter((name) => [".yaml", ".json"].includes(extname(name)) && !others.some((other) => name.startsWith(other)));
  // Workflows are separate documents, and the built-in properties are data of the mock.
  const names = own.filter((name) => !name.endsWith(".arazzo.yaml") && !name.startsWith("properties/builtIn/"));
  return names.sort().flatMap((name) => {
    const file = join(folder, name);
    const pointers = references.get(file);
    if (pointers === undefined) return [name];
    if (basename(file) !== "paths.yaml") return [];
    const keys = Object.keys(asObject(parseYaml(readFileSync(file, "utf8")))).filter((key) => !key.startsWith("x-"));
    return keys.filter((key) => !pointers.has(`#/${key}`)).map((key) => `${name}#/${key}`);
  });
}
