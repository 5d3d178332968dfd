/** Removes the output of earlier builds, so that files without a source are not published. */
import { rm } from "node:fs/promises";

for (const folder of process.argv.slice(2)) await rm(folder, { recursive: true, force: true });
