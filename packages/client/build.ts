/** Entry points share one engine file, so that they use the same error classes. Unbundled modules would take four times as long to load. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

const root = import.meta.dirname;
const areas = await readdir(join(root, "src/generated/areas"));

await Promise.all([
  write(["engine/index.ts"]),
  write(["index.ts", "testing.ts", "opentelemetry.ts", "serviceName.ts", "verifyWebhook.ts"], "./engine/index.js"),
  write(["auth/index.ts"], "../engine/index.js"),
  write(
    areas.map((file) => `generated/areas/${file}`),
    "../../engine/index.js",
  ),
]);

/** @param engine the import path of the engine. If given, the engine is not bundled */
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
