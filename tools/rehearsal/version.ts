import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readChangesets } from "../diff/changesets/changesets.ts";
import { highest, type Level } from "../diff/verdict/levels.ts";
import { packages } from "../packages.ts";
import { root, run } from "./run.ts";
import type { Stage } from "./stage.ts";

/** What is rehearsed. */
export interface RehearsedVersion {
  /** The version that the changesets ask for; without changesets the one that the packages have. */
  readonly version: string;
  readonly hasChangesets: boolean;
}

/** Reads what the repository asks for. The packages move together. @throws ProblemsError when a changeset is malformed */
export async function rehearsedVersion(): Promise<RehearsedVersion> {
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
 * Makes the version, where there is something to make it of, and looks at what came of it.
 * @throws ProgramError when the gate is shut: a break that nobody accepted, or changesets that claim too little, or are not there
 * @throws Error when the version is not as it should be
 */
export async function makeVersion({ copy, version, hasChangesets, signal }: Stage): Promise<void> {
  // Without changesets a break that is open fails here as well: they claim less than it demands.
  await run(["pnpm", "run", hasChangesets ? "version:packages" : "change:check"], { folder: copy, signal });
  const left = await readChangesets(copy);
  if (left.length > 0) throw new Error(`${left.map(({ file }) => file).join(", ")} should be gone: the version is made of it.`);
  for (const name of packages) {
    const manifest = await manifestOf(copy, name);
    if (manifest.version !== version)
      throw new Error(`@crm-platform/${name} has version ${manifest.version}; the changesets ask for ${version}.`);
    await checkChangelog(copy, name, version);
  }
  const document = JSON.parse(await readFile(join(copy, "packages/types/src/generated/openapi.json"), "utf8")) as {
    info: { version: string };
  };
  if (document.info.version !== version) throw new Error(`info.version of the document is ${document.info.version} and not ${version}.`);
}

async function checkChangelog(copy: string, name: string, version: string): Promise<void> {
  const file = `packages/${name}/CHANGELOG.md`;
  const changelog = await readFile(join(copy, file), "utf8").catch(() => "");
  if (!changelog.split("\n").includes(`## ${version}`)) throw new Error(`${file} does not tell of ${version}.`);
}

/** As much of a package.json as the rehearsal looks at. */
export interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
}

/** The package.json of a package of the copy. */
export async function manifestOf(copy: string, name: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(copy, "packages", name, "package.json"), "utf8")) as Manifest;
}
