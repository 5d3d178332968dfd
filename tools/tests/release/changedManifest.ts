/** Changes of a package.json, for tests of packages that are not as they should be. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PackageName } from "../../packages.ts";

export type ManifestChange = (manifest: Record<string, unknown>) => object;

/** Changes that of a package in a copy of the repository. */
export async function changeManifest(copy: string, name: PackageName, change: ManifestChange): Promise<void> {
  const file = join(copy, "packages", name, "package.json");
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>), null, 2));
}
