import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { parse } from "yaml";
import { asObject } from "../openapi/json.ts";
import { problem } from "./message.ts";
import type { Context, Location, Rule } from "./visitor.ts";

/** File by file, the places in it that references lead to. */
type Reached = Map<string, Set<string>>;

/** An operation that the index does not name exists for nobody. A bundle is one file, and has no other to look for. */
export const filesReferenced: Rule = () => ({
  Root: {
    enter(root, context) {
      const rootFile = context.location.source.absoluteRef;
      const reached: Reached = new Map([[rootFile, new Set(["#/"])]]);
      const isWhole = collect(root, rootFile, reached, context, new Set());
      // Nobody knows what a file that cannot be read would lead to; that it cannot be read is told by `no-unresolved-refs`.
      if (reached.size === 1 || !isWhole) return;
      for (const place of orphansIn(dirname(rootFile), reached)) report(place, context.location, context);
    },
  },
});

/** Redocly does not walk through extensions, and files are referenced there too. Says whether every reference leads to something. */
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

/** Files that nothing leads to, and operations of a `paths.yaml` that nothing leads to. A folder with an index of its own is another document. */
function orphansIn(folder: string, reached: Reached): readonly string[] {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const others = all.filter((name) => name.endsWith("/openapi.yaml")).map((name) => `${dirname(name)}/`);
  const own = all.filter((name) => [".yaml", ".json"].includes(extname(name)) && !others.some((other) => name.startsWith(other)));
  // A table of behaviour is no part of a document, the generator reads it; and a workflow is a document of its own.
  const names = own.filter((name) => basename(name) !== "behaviour.yaml" && !name.endsWith(".arazzo.yaml"));
  return names.sort().flatMap((shown) => {
    const file = join(folder, shown);
    const pointers = reached.get(file);
    if (pointers === undefined) return [shown];
    if (basename(file) !== "paths.yaml") return [];
    const keys = Object.keys(asObject(parse(readFileSync(file, "utf8")))).filter((key) => !key.startsWith("x-"));
    return keys.filter((key) => !pointers.has(`#/${key}`)).map((key) => `${shown}#/${key}`);
  });
}

function report(place: string, location: Location, context: Context): void {
  context.report(
    problem(location, {
      wrong: "Something is written that the document does not contain.",
      expected: "a $ref that leads to it; remove what nothing needs",
      found: place,
    }),
  );
}
