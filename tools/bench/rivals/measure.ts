import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundle, type Size, sizeOf } from "../../../packages/client/test/bundling.ts";
import { type Compiled, compile, emitDeclarations } from "../client/compile.ts";
import type { Contestant } from "./contestants.ts";

export interface Bundled extends Size {
  /** Whether it can be bundled for browsers; the size is that for Node where it cannot. */
  readonly isForBrowsers: boolean;
}

/** The program's address in what is measured and not run. */
const nowhere = new URL("http://127.0.0.1:4010");

export async function measureBundle({ folder, program }: Contestant): Promise<Bundled> {
  const stdin = { contents: program(nowhere), resolveDir: folder, loader: "ts" } as const;
  try {
    return { ...(await sizeOf("", { stdin, logLevel: "silent" })), isForBrowsers: true };
  } catch {
    return { ...(await sizeOf("", { stdin, platform: "node" })), isForBrowsers: false };
  }
}

/**
 * What a program costs the compiler: from declarations, as packages are published, and from sources where it is generated into
 * the user's own project, which are checked with it.
 */
export async function measureTypes(contestant: Contestant, name: string): Promise<{ published: Compiled; sources?: Compiled }> {
  const { folder, program, lib, generate } = contestant;
  const options = { allowImportingTsExtensions: true, resolveJsonModule: true, ...(lib && { lib }) };
  const measure = async (file: string, source: string): Promise<Compiled> => {
    await writeFile(file, source);
    return compile(folder, file, options);
  };
  const source = program(nowhere);
  if (generate === undefined) return { published: await measure(join(folder, `${name}.ts`), source) };
  await declare(folder, lib);
  return {
    published: await measure(join(folder, `${name}.declared.ts`), source.replaceAll("./made/", "./declared/")),
    sources: await measure(join(folder, `${name}.ts`), source),
  };
}

async function declare(folder: string, lib: readonly string[] = ["es2023", "dom"]): Promise<void> {
  const project = join(folder, "tsconfig.declared.json");
  const compilerOptions = { module: "nodenext", target: "es2023", lib, types: [], rootDir: "made", strict: true };
  const more = { rewriteRelativeImportExtensions: true, resolveJsonModule: true };
  await writeFile(project, JSON.stringify({ compilerOptions: { ...compilerOptions, ...more }, include: ["made"], exclude: ["made/mock"] }));
  await emitDeclarations(project, join(folder, "declared"));
}

/** Writes a program for Node that ends by telling how long its process has been there. Packages stay as they are installed. */
export async function writeFirstCall({ folder, program }: Contestant, name: string, service: URL): Promise<string> {
  const contents = `${program(service)}\nconsole.log(performance.now());`;
  const stdin = { contents, resolveDir: folder, loader: "ts" } as const;
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, await bundle("", { stdin, platform: "node", packages: "external" }));
  return file;
}

/** From the start of the process to the answer, in milliseconds. */
export async function timeFirstCall(file: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  return Number(stdout.trim().split("\n").at(-1));
}
