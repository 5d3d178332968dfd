/** Entry points share one engine file, so that they use the same error classes. Unbundled modules would take four times as long to load. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";

const root = import.meta.dirname;
const options: BuildOptions = { bundle: true, format: "esm", target: "es2023", packages: "external", logLevel: "warning" };
const areas = await readdir(join(root, "src/generated/areas"));

await Promise.all([
  write(["engine/index.ts"]),
  write(["index.ts", "fetch.ts", "testing.ts", "opentelemetry.ts", "serviceName.ts", "verifyWebhook.ts"], "./engine/index.js"),
  write(["auth/index.ts"], "../engine/index.js"),
  write(
    areas.map((file) => `generated/areas/${file}`),
    "../../engine/index.js",
  ),
  // The command imports the client by its name.
  build({ ...options, entryPoints: [join(root, "cli/main.ts")], outdir: join(root, "dist/cli") }),
]);

/** @param engine the import path of the engine. If given, the engine is not bundled */
async function write(entryPoints: readonly string[], engine?: string): Promise<void> {
  await build({
    ...options,
    entryPoints: entryPoints.map((file) => join(root, "src", file)),
    outdir: join(root, "dist"),
    outbase: join(root, "src"),
    plugins: engine === undefined ? [] : [external(engine)],
  });
}

function external(engine: string): Plugin {
  return {
    name: "engine",
    setup: ({ onResolve }) =>
      onResolve({ filter: /\/engine\/index\.ts$/ }, ({ kind }) => (kind === "entry-point" ? undefined : { path: engine, external: true })),
  };
}
