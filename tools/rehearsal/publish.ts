import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packages } from "../packages.ts";
import { rehearsalEnvironment, run } from "./run.ts";
import type { Stage } from "./stage.ts";

/**
 * Publishes to the rehearsal registry with the same command as a real release.
 * @throws Error when pnpm would publish to another registry; in that case, nothing is sent
 * @throws ProgramError when the command fails
 */
export async function publishPackages(stage: Stage): Promise<void> {
  const options = { folder: stage.copy, signal: stage.signal, environment: await publisherEnvironment(stage) };
  const dryRun = await run(["pnpm", "--recursive", "publish", "--dry-run", "--no-git-checks", "--ignore-scripts"], options);
  const targets = [...dryRun.matchAll(/^📦 (\S+) → (\S+)$/gm)];
  for (const [, name, target] of targets) {
    if (target === stage.registry.url) continue;
    throw new Error(`pnpm would publish ${name} to ${target} instead of the rehearsal registry. Nothing was sent.`);
  }
  if (targets.length !== packages.length)
    throw new Error(`pnpm would publish ${targets.length} of ${packages.length} packages:\n${dryRun}`);
  await run(["pnpm", "run", "release:publish", "--no-git-tag"], options);
}

const packageManagerSetting = /^p?npm_config_/i;

/** This environment excludes provenance and credentials. */
async function publisherEnvironment({ folder, registry: { url } }: Stage): Promise<NodeJS.ProcessEnv> {
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
