import { type BuildFailure, build, stop } from "esbuild";

/** Generated files are skipped, because parsing them takes most of the time. */
const external = ["./", "../", "../", "../../"].map((parent) => `${parent}generated/*`);

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
  }).catch(async (error: BuildFailure | Error) => {
    if ("errors" in error) return error;
    // The next call starts another process.
    await stop();
    throw error;
  });
  return errors.map(({ location, text }) =>
    location === null ? text : `${location.file}:${location.line}:${location.column + 1}\n    ${text}`,
  );
}
