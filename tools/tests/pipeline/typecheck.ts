import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { command, root } from "../workspace.ts";

/** Returns the compiler's output. Resolves the packages to their sources. */
export async function typecheck(folder: string, include: readonly string[] = ["."]): Promise<string> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const options = {
    noEmit: true,
    composite: false,
    resolveJsonModule: true,
    lib: ["ES2023", "DOM"],
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
    paths: {
      "@crm-platform/client": [join(root, "packages/client/src/index.ts")],
      "@crm-platform/types/properties": [join(root, "packages/types/src/properties.ts")],
      "@crm-platform/types": [join(root, "packages/types/src/index.ts")],
    },
  };
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(root, "tsconfig.base.json"), compilerOptions: options, include }),
  );
  const { stdout } = await command("tsc", ["--project", folder]);
  return stdout;
}
