import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { standaloneSpecifiers } from "../pipeline/emit/files.ts";
import { run } from "../pipeline/pipeline.ts";
import { write } from "../pipeline/write/write.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export async function generateInto(document: string, out: string): Promise<void> {
  const plan = await run({
    document,
    configuration: "redocly.foreign.yaml",
    folders: { types: join(out, "types"), client: join(out, "client"), mock: join(out, "mock") },
    specifiers: standaloneSpecifiers,
    command: "npx pnpm foreign",
  });
  await write(plan);
  await mkdir(join(out, "node_modules/@crm-platform"), { recursive: true });
  await symlink(join(root, "packages/client"), join(out, "node_modules/@crm-platform/client"));
}
