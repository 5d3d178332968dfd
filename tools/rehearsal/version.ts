import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readChangesets } from "../diff/changesets/changesets.ts";
import { highest, type Level } from "../diff/verdict/levels.ts";
import { packages } from "../packages.ts";
import { run } from "./run.ts";
import type { RehearsedVersion, Stage } from "./stage.ts";

/** Reads the next version of a repository, which all packages share. @throws ProblemsError when a changeset is malformed */
export async function rehearsedVersion(root: string): Promise<RehearsedVersion> {
  const changesets = await readChangesets(root);
  const { version } = await manifestOf(root, "types");
  const level = highest(changesets.flatMap(({ claims }) => [...claims.values()]));
  return { version: raise(version, level), hasChangesets: changesets.length > 0 };
}

/** The next version, by semver.org. */
function raise(version: string, level: Level): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (level === "major") return `${major + 1}.0.0`;
  if (level === "minor") return `${major}.${minor + 1}.0`;
  return level === "patch" ? `${major}.${minor}.${patch + 1}` : version;
}

/**
 * Makes the version, if there are changesets, and checks the result.
 * @throws ProgramError when a break is not accepted, or when changesets are missing or claim too little
 */
export async function makeVersion({ copy, version, hasChangesets, signal }: Stage): Promise<void> {
  // Without changesets, a break that is not accepted fails `change:check`.
  await run(["pnpm", "run", hasChangesets ? "version:packages" : "change:check"], { folder: copy, signal });
  await checkVersion(copy, version);
}

/** @throws Error when a repository does not have a version everywhere, or still has changesets */
export async function checkVersion(root: string, version: string): Promise<void> {
  const left = await readChangesets(root);
  if (left.length > 0) throw new Error(`The version is made, but ${left.map(({ file }) => file).join(", ")} still exists.`);
  for (const name of packages) {
    const manifest = await manifestOf(root, name);
    if (manifest.version !== version)
      throw new Error(`@crm-platform/${name} has version ${manifest.version}; the changesets ask for ${version}.`);
    const file = `packages/${name}/CHANGELOG.md`;
    const changelog = await readFile(join(root, file), "utf8").catch(() => "");
    if (!changelog.split("\n").includes(`## ${version}`)) throw new Error(`${file} has no section for ${version}.`);
  }
  const file = "packages/types/src/generated/openapi.json";
  const { info } = JSON.parse(await readFile(join(root, file), "utf8")) as { info: { version: string } };
  if (info.version !== version) throw new Error(`info.version in ${file} is ${info.version}, not ${version}.`);
}

/** The part of a package.json that the rehearsal reads. */
export interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
}

export async function manifestOf(root: string, name: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, "packages", name, "package.json"), "utf8")) as Manifest;
}
