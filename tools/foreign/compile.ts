import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { root } from "../root.ts";

interface Compiler {
  readonly version: string;
  readonly tsc: string;
}

/** The oldest supported compiler and the compiler that the repository uses. */
export const compilers: readonly Compiler[] = [
  { version: "5.9", tsc: compilerFor(import.meta.url) },
  { version: "7", tsc: compilerFor(join(root, "package.json")) },
];

function compilerFor(from: string): string {
  return join(dirname(createRequire(from).resolve("typescript/package.json")), "bin/tsc");
}

export async function compile(folder: string, { tsc }: Compiler): Promise<string[]> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const compilerOptions = {
    noEmit: true,
    composite: false,
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
    paths: { "@crm-platform/client/engine": [join(root, "packages/client/src/engine/index.ts")] },
  };
  const options = { extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["*/types", "*/client", "*/mock"] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(options));
  return new Promise((resolve) => {
    execFile(process.execPath, ["--max-old-space-size=8192", tsc, "--project", folder, "--pretty", "false"], (error, stdout, stderr) => {
      const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => line !== "");
      resolve(error !== null && lines.length === 0 ? [error.message] : lines);
    });
  });
}
