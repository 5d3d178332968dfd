import { execFile } from "node:child_process";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Compiled {
  readonly types: number;
  readonly instantiations: number;
}

const options = {
  module: "nodenext",
  target: "es2023",
  lib: ["es2023", "dom"],
  types: [],
  strict: true,
  skipLibCheck: true,
};

/** Compiles a program with TypeScript 5.9. @throws Error when the program does not compile */
export async function compile(folder: string, file: string): Promise<Compiled> {
  const configuration = join(folder, `tsconfig.${basename(file)}.json`);
  await writeFile(configuration, JSON.stringify({ compilerOptions: { ...options, noEmit: true }, files: [file] }));
  const { stdout } = await runCompiler("tools/node_modules/typescript/lib/tsc.js", ["--project", configuration, "--extendedDiagnostics"]);
  return { types: count("Types", stdout), instantiations: count("Instantiations", stdout) };
}

function count(name: string, diagnostics: string): number {
  const found = new RegExp(`^${name}:\\s+(\\d+)$`, "m").exec(diagnostics)?.[1];
  if (found === undefined) throw new Error(`The diagnostics do not contain ${name}: ${diagnostics}`);
  return Number(found);
}

export async function installDeclarations(folder: string): Promise<void> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const names = ["types", "client"];
  await Promise.all(
    names.map(async (name) => {
      const installed = join(folder, "node_modules/@crm-platform", name);
      await mkdir(installed, { recursive: true });
      await copyFile(join("packages", name, "package.json"), join(installed, "package.json"));
      await emitDeclarations(join("packages", name), join(installed, "dist"), ["--incremental", "false", "--composite", "false"]);
    }),
  );
}

/** Emits declarations without type checking, because all exported types are explicit. */
export async function emitDeclarations(project: string, out: string, more: readonly string[] = []): Promise<void> {
  const words = ["--project", project, "--outDir", out, "--declaration", "--emitDeclarationOnly", "--noCheck", ...more];
  await runCompiler("node_modules/typescript/bin/tsc", words);
}

async function runCompiler(compiler: string, words: readonly string[]): Promise<{ readonly stdout: string }> {
  try {
    return await run(process.execPath, [resolve(compiler), ...words]);
  } catch (error) {
    // The compiler writes its diagnostics to stdout, which is not part of the thrown error's message.
    throw new Error((error as { stdout?: string }).stdout || String(error));
  }
}
