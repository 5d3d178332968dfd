/**
 * Writes the modules of the package, with the libraries that the mock uses inside them: few files load faster than many, and an
 * install brings no other packages. What only some users need is in files of its own, which are loaded on first use.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundledPackages, licenceTexts } from "../../tools/dependencies/bundled.ts";
import { bundle } from "./bundle.ts";

const metafiles = await bundle({ write: true });
await writeFile(join(import.meta.dirname, "dist/THIRD_PARTY_LICENSES.txt"), licenceTexts(bundledPackages(metafiles, import.meta.dirname)));
