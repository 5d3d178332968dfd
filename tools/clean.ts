/** Removes folders of what was built before, so that a file whose source is gone is not published. */
import { rm } from "node:fs/promises";

for (const folder of process.argv.slice(2)) await rm(folder, { recursive: true, force: true });
