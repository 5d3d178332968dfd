import { type BuildFailure, build } from "esbuild";

/** Generated files are skipped, because parsing them takes most of the time. */
const external = ["./", "../", "../../", "../../../"].map((parent) => `${parent}generated/*`);

/** Returns the syntax errors and unresolved imports in the mock's code, each with file, line and column. */
export async function mockErrors(): Promise<string[]> {
  const { errors } = await build({
    entryPoints: ["packages/mock/src/index.ts"],
    bundle: true,
    write: false,
    external,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "silent",
  }).catch((error: BuildFailure) => error);
  return errors.map(({ location, text }) =>
    location === null ? text : `${location.file}:${location.line}:${location.column + 1}\n    ${text}`,
  );
}
