import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packages } from "../packages.ts";
import { rehearsalEnvironment, run } from "./run.ts";
import type { Stage } from "./stage.ts";

/** Builds the packages of the copy, and the reference. */
export async function buildPackages({ copy, signal }: Stage): Promise<void> {
  await run(["pnpm", "run", "build", "build", "reference"], { folder: copy, signal });
}

/**
 * Publishes the packages to the registry of the rehearsal, with the command of a real release.
 * @throws Error when pnpm would publish to another registry; nothing has been sent then
 * @throws ProgramError when the command fails
 */
export async function publishPackages(stage: Stage): Promise<void> {
  const environment = await publisherEnvironment(stage);
  await checkTargets(stage, environment);
  await run(["pnpm", "run", "release:publish", "--no-git-tag"], { folder: stage.copy, signal: stage.signal, environment });
}

/** The settings of npm and pnpm. */
const packageManagerSetting = /^p?npm_config_/i;

/** An environment that publishes to the registry of the rehearsal, without provenance, and holds no credentials. */
async function publisherEnvironment({ folder, registry: { url } }: Pick<Stage, "folder" | "registry">): Promise<NodeJS.ProcessEnv> {
  const settings = join(folder, "publisher.npmrc");
  const lines = [`registry=${url}`, `@crm-platform:registry=${url}`, `//${new URL(url).host}/:_authToken=rehearsal`];
  await writeFile(settings, `${lines.join("\n")}\n`);
  const others = Object.entries(rehearsalEnvironment()).filter(([name]) => !packageManagerSetting.test(name));
  return {
    ...Object.fromEntries(others),
    NPM_CONFIG_USERCONFIG: settings,
    NPM_CONFIG_REGISTRY: url,
    PNPM_CONFIG_REGISTRY: url,
    PNPM_CONFIG_PROVENANCE: "false",
  };
}

/**
 * Makes sure that the packages go to the registry of the rehearsal. Settings of the repository override the environment, so the ones
 * that name a registry are removed from the copy, and then pnpm is asked for each package where it would publish it.
 */
async function checkTargets(stage: Stage, environment: NodeJS.ProcessEnv): Promise<void> {
  const folders = packages.map((name) => join(stage.copy, "packages", name));
  for (const folder of folders) await removeFromManifest(join(folder, "package.json"));
  for (const folder of [stage.copy, ...folders]) await removeFromSettings(join(folder, ".npmrc"));
  for (const folder of folders) {
    const output = await run(["pnpm", "publish", "--dry-run", "--no-git-checks", "--ignore-scripts"], {
      folder,
      signal: stage.signal,
      environment,
    });
    const [, name = folder, target = "an unknown registry"] = /^📦 (\S+) → (\S+)$/m.exec(output) ?? [];
    if (target === stage.registry.url) continue;
    throw new Error(`pnpm would publish ${name} to ${target} instead of the registry of the rehearsal. Nothing was sent.`);
  }
}

/** The keys that name a registry, for all packages or for a scope. */
const registryKey = /^(@[^:]+:)?registry$/;

async function removeFromManifest(file: string): Promise<void> {
  const { publishConfig = {}, ...manifest } = JSON.parse(await readFile(file, "utf8")) as { publishConfig?: object };
  const others = Object.entries(publishConfig).filter(([key]) => !registryKey.test(key));
  if (others.length === Object.keys(publishConfig).length) return;
  await writeFile(file, `${JSON.stringify({ ...manifest, publishConfig: Object.fromEntries(others) }, null, 2)}\n`);
}

async function removeFromSettings(file: string): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => "");
  const lines = text.split("\n");
  const others = lines.filter((line) => !registryKey.test(line.split("=")[0]?.trim() ?? ""));
  if (others.length < lines.length) await writeFile(file, others.join("\n"));
}
