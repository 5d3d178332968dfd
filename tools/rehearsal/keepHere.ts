import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packages } from "../packages.ts";
import { run } from "./run.ts";
import type { Stage } from "./stage.ts";

/**
 * Sees to it that what the copy publishes goes to the registry of the rehearsal, where the repository names another one: that is taken
 * out of the copy, and then the package manager is asked where it would publish. What a repository says of a registry is stronger than
 * the environment.
 * @throws Error when something would still go elsewhere; nothing has been sent then
 */
export async function keepHere(stage: Stage, environment: NodeJS.ProcessEnv): Promise<void> {
  const folders = packages.map((name) => join(stage.copy, "packages", name));
  for (const folder of folders) await forgetInManifest(join(folder, "package.json"));
  for (const folder of [stage.copy, ...folders]) await forgetInSettings(join(folder, ".npmrc"));
  for (const folder of folders) await checkTarget(stage, folder, environment);
}

/** The keys of a registry, for all packages or for those of a scope. */
const ofRegistry = /^(@[^:]+:)?registry$/;

async function forgetInManifest(file: string): Promise<void> {
  const { publishConfig, ...manifest } = JSON.parse(await readFile(file, "utf8")) as { publishConfig?: object };
  const others = Object.entries(publishConfig ?? {}).filter(([key]) => !ofRegistry.test(key));
  if (others.length === Object.keys(publishConfig ?? {}).length) return;
  await writeFile(file, `${JSON.stringify({ ...manifest, publishConfig: Object.fromEntries(others) }, null, 2)}\n`);
}

async function forgetInSettings(file: string): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => "");
  const lines = text.split("\n");
  const others = lines.filter((line) => !ofRegistry.test(line.split("=")[0]?.trim() ?? ""));
  if (others.length < lines.length) await writeFile(file, others.join("\n"));
}

async function checkTarget({ registry, signal }: Stage, folder: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const told = await run(["pnpm", "publish", "--dry-run", "--no-git-checks", "--ignore-scripts"], { folder, signal, environment });
  const target = /^📦 (\S+) → (\S+)$/m.exec(told);
  if (target?.[2] === registry.url) return;
  const where = target === null ? `an address that it does not tell:\n${told}` : target[2];
  throw new Error(`pnpm would publish ${target?.[1] ?? folder} to ${where}, and not to the registry of the rehearsal. Nothing was sent.`);
}
