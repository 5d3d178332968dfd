/**
 * Bundles each entry point into one file, and the engine into a file shared by all, so that error classes are identical
 * everywhere. Loading unbundled modules would take four times as long.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

const root = import.meta.dirname;
const areas = await readdir(join(root, "src/generated/areas"));

await Promise.all([
  write(["engine/index.ts"]),
  write(["index.ts", "testing.ts", "opentelemetry.ts"], "./engine/index.js"),
  write(["auth/index.ts"], "../engine/index.js"),
  write(
    areas.map((file) => `generated/areas/${file}`),
    "../../engine/index.js",
  ),
]);

/** @param engine import path of the engine, which is then external */
async function write(entryPoints: readonly string[], engine?: string): Promise<void> {
  await build({
    entryPoints: entryPoints.map((file) => join(root, "src", file)),
    outdir: join(root, "dist"),
    outbase: join(root, "src"),
    bundle: true,
    format: "esm",
    target: "es2023",
    packages: "external",
    plugins: engine === undefined ? [] : [external(engine)],
    logLevel: "warning",
  });
}

function external(engine: string): Plugin {
  return {
    name: "engine",
    setup: ({ onResolve }) =>
      onResolve({ filter: /\/engine\/index\.ts$/ }, ({ kind }) => (kind === "entry-point" ? undefined : { path: engine, external: true })),
  };
}
