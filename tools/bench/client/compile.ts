import { execFile } from "node:child_process";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";

const run = promisify(execFile);

export interface Compiled {
  readonly types: number;
  readonly instantiations: number;
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Returns a function that compiles a program with TypeScript 5.9. The programs share parsed files. It throws if a program has errors. */
export function programCompiler(): (file: string) => Compiled {
  const host = ts.createCompilerHost(options);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  const parse = host.getSourceFile;
  host.getSourceFile = (file, languageVersion) => {
    if (!parsed.has(file)) parsed.set(file, parse(file, languageVersion));
    return parsed.get(file);
  };
  return (file) => {
    const program = ts.createProgram([file], options, host);
    const diagnostics = ts.getPreEmitDiagnostics(program);
    if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, host));
    return { types: program.getTypeCount(), instantiations: program.getInstantiationCount() };
  };
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
  try {
    await run(process.execPath, [resolve("node_modules/typescript/bin/tsc"), ...words]);
  } catch (error) {
    // The compiler writes its diagnostics to stdout, which is not part of the thrown error's message.
    throw new Error((error as { stdout?: string }).stdout || String(error));
  }
}
