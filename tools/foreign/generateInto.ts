import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { foreignJob, run } from "../pipeline/pipeline.ts";
import { write } from "../pipeline/write/write.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export async function generateInto(document: string, out: string): Promise<void> {
  await write(await run(foreignJob(document, out, "npx pnpm foreign")));
  await mkdir(join(out, "node_modules/@crm-platform"), { recursive: true });
  await symlink(join(root, "packages/client"), join(out, "node_modules/@crm-platform/client"));
}
