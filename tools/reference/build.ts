import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readWords, runCommand } from "../commandLine.ts";
import { root } from "../root.ts";
import { makeSite } from "./site.tsx";

async function main(): Promise<number> {
  const { values } = readWords("Usage: npx pnpm reference [--out FOLDER]", {
    out: { type: "string", default: join(root, "packages/mock/reference") },
  });
  const site = await makeSite(root);
  await mkdir(values.out, { recursive: true });
  // Outdated files are removed last, because a mock may be serving the folder.
  for (const [file, content] of site) await writeFile(join(values.out, file), content);
  for (const file of await readdir(values.out)) if (!site.has(file)) await rm(join(values.out, file), { recursive: true });
  console.log(`${site.size} files in ${values.out}`);
  return 0;
}

await runCommand(main);
