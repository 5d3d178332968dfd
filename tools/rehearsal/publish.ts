import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { keepHere } from "./keepHere.ts";
import { rehearsalEnvironment, run } from "./run.ts";
import type { Stage } from "./stage.ts";

/** Builds the packages of the copy, and the reference. */
export async function buildPackages({ copy, signal }: Stage): Promise<void> {
  await run(["pnpm", "run", "build", "build", "reference"], { folder: copy, signal });
}

/**
 * Publishes the packages by the command of a release, to the registry of the rehearsal.
 * @throws Error when they would go to another one
 * @throws ProgramError when the command fails
 */
export async function publishPackages(stage: Stage): Promise<void> {
  const { copy, signal } = stage;
  const environment = await publisherEnvironment(stage);
  await keepHere(stage, environment);
  await run(["pnpm", "run", "release:publish", "--no-git-tag"], { folder: copy, signal, environment });
}

/** What tells a package manager where to publish. */
const ofPackageManagers = /^p?npm_config_/i;

/**
 * An environment that publishes to the registry of the rehearsal: whatever else says where to publish is not in it, nor what proves
 * who asks. Files of the repository can still say otherwise; see {@link keepHere}. Provenance is of real releases.
 */
async function publisherEnvironment({ folder, registry: { url } }: Stage): Promise<NodeJS.ProcessEnv> {
  const settings = join(folder, "publisher.npmrc");
  const lines = [`registry=${url}`, `@crm-platform:registry=${url}`, `//${new URL(url).host}/:_authToken=rehearsal`];
  await writeFile(settings, `${lines.join("\n")}\n`);
  const others = Object.entries(rehearsalEnvironment()).filter(([name]) => !ofPackageManagers.test(name));
  return {
    ...Object.fromEntries(others),
    NPM_CONFIG_USERCONFIG: settings,
    NPM_CONFIG_REGISTRY: url,
    PNPM_CONFIG_REGISTRY: url,
    PNPM_CONFIG_PROVENANCE: "false",
  };
}
