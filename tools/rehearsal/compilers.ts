import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectWith } from "./projects.ts";
import { root, run } from "./run.ts";
import type { Stage } from "./stage.ts";

export interface Compiler {
  readonly version: string;
  /** The folder of its package. */
  readonly folder: string;
}

/** The compilers that the published declarations have to please, and where they are. */
export const compilers: readonly Compiler[] = [
  { version: "5.9", folder: join(root, "tools/compatibility/node_modules/typescript-5") },
  { version: "6.0", folder: join(root, "tools/compatibility/node_modules/typescript-6") },
  { version: "7.0", folder: join(root, "node_modules/typescript") },
];

/** Compiles programs that use every entry point of the client and the types. @throws ProgramError with what the compiler says */
export async function checkCompiler(stage: Stage, compiler: Compiler): Promise<void> {
  const project = await projectWith(stage, `typescript-${compiler.version}`, "module", ["@crm-platform/types", "@crm-platform/client"]);
  for (const program of ["entryPoints.ts", "exercise.ts"]) await cp(join(stage.copy, "tools/consumers", program), join(project, program));
  await compile(stage, project, compiler, { lib: ["ES2022", "DOM"], types: [] });
}

/**
 * Compiles all programs of a folder, as strictly as can be, the declarations of packages too.
 * @throws ProgramError with what the compiler says
 */
export async function compile(
  { copy, signal }: Stage,
  folder: string,
  { folder: compiler }: Compiler,
  { lib, types }: { readonly lib: readonly string[]; readonly types: readonly string[] },
): Promise<void> {
  const compilerOptions = {
    target: "ES2022",
    module: "nodenext",
    lib,
    types,
    typeRoots: [join(copy, "node_modules/@types")],
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    resolveJsonModule: true,
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  await run([process.execPath, join(compiler, "bin/tsc"), "--project", folder, "--pretty", "false"], { folder, signal });
}
