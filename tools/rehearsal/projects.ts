/** Empty projects, as users have them, that take our packages from the registry of the rehearsal. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ProgramError, run } from "./run.ts";
import type { Stage } from "./stage.ts";

const unreachable = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b/;

/**
 * Makes a project and installs packages in it: ours from the rehearsal's registry, what they depend on from where npm always takes
 * it, which is its cache as far as that has it.
 * @param name of the folder
 * @param type what Node takes its `.js` files for
 * @returns the folder
 * @throws Error when something cannot be installed, or when it is not the rehearsed version
 */
export async function projectWith(stage: Stage, name: string, type: "module" | "commonjs", packages: readonly string[]): Promise<string> {
  const project = join(stage.folder, name);
  await mkdir(project);
  await writeFile(join(project, "package.json"), JSON.stringify({ name, private: true, type }));
  await writeFile(join(project, ".npmrc"), `@crm-platform:registry=${stage.registry.url}\n`);
  // Nothing that comes along reports an install, and nothing of ours needs a script.
  const quietly = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
  // npm by itself tries for minutes before it says that there is no network.
  const patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
  await run(["npm", "install", ...quietly, ...patience, ...packages], { folder: project, signal: stage.signal }).catch((error: unknown) => {
    if (!(error instanceof ProgramError && unreachable.test(error.message))) throw error;
    throw new Error(`The npm registry cannot be reached, and npm's cache does not have all that is needed.\n${error.message}`);
  });
  for (const installed of packages) await checkVersion(stage, project, installed);
  return project;
}

async function checkVersion(stage: Stage, project: string, name: string): Promise<void> {
  const { version } = await installedManifest(project, name);
  if (version !== stage.version) throw new Error(`npm has installed ${name} ${version}, not ${stage.version}.`);
}

async function installedManifest(project: string, name: string): Promise<{ version: string; exports: Record<string, unknown> }> {
  return JSON.parse(await readFile(join(project, "node_modules", name, "package.json"), "utf8"));
}

/** All that can be imported from an installed package; of a pattern, every name that fits. */
export async function entryPoints(project: string, name: string): Promise<string[]> {
  const { exports } = await installedManifest(project, name);
  const listed = Object.entries(exports).map(async ([path, targets]) => {
    if (!path.includes("*")) return [path];
    const [folder = "", ending = ""] = String((targets as { default: string }).default).split("*");
    const files = await readdir(join(project, "node_modules", name, folder));
    return files.filter((file) => file.endsWith(ending)).map((file) => path.replace("*", file.slice(0, -ending.length)));
  });
  return (await Promise.all(listed)).flat().map((path) => `${name}${path.slice(1)}`);
}
