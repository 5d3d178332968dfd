/** Bundles the libraries, so that the package loads fast and installs no other packages. Rarely needed code is loaded on first use. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundledPackages, licenseTexts } from "../../tools/bundledPackages.ts";
import { bundle } from "./bundle.ts";

const metafiles = await bundle({ write: true });
await writeFile(join(import.meta.dirname, "dist/THIRD_PARTY_LICENSES.txt"), licenseTexts(bundledPackages(metafiles, import.meta.dirname)));
