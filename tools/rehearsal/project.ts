/** An empty project, as users have it, that installs our packages from the registry of the rehearsal. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ProgramError, type RunOptions, run } from "./run.ts";
import type { Stage } from "./stage.ts";

/** Where a program of a project runs, and what ends it early. */
export type Project = Pick<RunOptions, "folder" | "signal">;

const unreachable = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b/;

/**
 * Creates a project of ES modules and installs packages in it: ours from the registry of the rehearsal, their dependencies from npm's
 * cache or its usual registry.
 * @throws Error when a package cannot be installed, or when its version is not the rehearsed one
 */
export async function installProject(
  { folder: parent, registry, version, signal }: Pick<Stage, "folder" | "registry" | "version" | "signal">,
  name: string,
  packages: readonly string[],
): Promise<Project> {
  const folder = join(parent, name);
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), JSON.stringify({ name, private: true, type: "module" }));
  await writeFile(join(folder, ".npmrc"), `@crm-platform:registry=${registry.url}\n`);
  const quietly = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
  // By default npm retries for minutes before it reports that there is no network.
  const impatience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
  await run(["npm", "install", ...quietly, ...impatience, ...packages], { folder, signal }).catch((error: unknown) => {
    if (!(error instanceof ProgramError && unreachable.test(error.message))) throw error;
    throw new Error(`The npm registry cannot be reached, and npm's cache lacks some of the dependencies.\n${error.message}`);
  });
  for (const installed of packages) {
    const manifest = await installedManifest(folder, installed);
    if (manifest.version !== version) throw new Error(`npm installed ${installed} ${manifest.version}, not ${version}.`);
  }
  return { folder, signal };
}

async function installedManifest(folder: string, name: string): Promise<{ version: string; exports: Record<string, unknown> }> {
  return JSON.parse(await readFile(join(folder, "node_modules", name, "package.json"), "utf8"));
}

/** Every specifier that an installed package exports; for a pattern, one for each file that matches. */
export async function entryPoints(folder: string, name: string): Promise<string[]> {
  const { exports } = await installedManifest(folder, name);
  const listed = Object.entries(exports).map(async ([path, targets]) => {
    if (!path.includes("*")) return [path];
    const [start = "", end = ""] = String((targets as { default: string }).default).split("*");
    const files = await readdir(join(folder, "node_modules", name, start));
    return files.filter((file) => file.endsWith(end)).map((file) => path.replace("*", file.slice(0, -end.length)));
  });
  return (await Promise.all(listed)).flat().map((path) => `${name}${path.slice(1)}`);
}
