/** pnpm run docs: builds the reference, a site of files that belong together. Its folder is made anew. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { makeSite } from "./site.tsx";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({ options: { out: { type: "string", default: join(root, "packages/mock/reference") } } });

const site = await makeSite(root);
await rm(values.out, { recursive: true, force: true });
await mkdir(values.out, { recursive: true });
for (const [file, content] of site) await writeFile(join(values.out, file), content);
console.log(`${site.size} files in ${values.out}`);
