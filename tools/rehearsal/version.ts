import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readChangesets } from "../diff/changesets.ts";
import { highest, type Level } from "../diff/levels.ts";
import { run } from "./run.ts";
import { packages, type Stage } from "./stage.ts";

/** The version that the changesets of a copy ask for; without changesets the one it has. The packages move together. */
export async function expectedVersion(copy: string): Promise<string> {
  const changesets = await readChangesets(join(copy, ".changeset"));
  const { version } = await manifestOf(copy, "types");
  return raise(version, highest(changesets.flatMap(({ claims }) => [...claims.values()])));
}

/** The next version, by semver.org. */
function raise(version: string, level: Level): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (level === "major") return `${major + 1}.0.0`;
  if (level === "minor") return `${major}.${minor + 1}.0`;
  return level === "patch" ? `${major}.${minor}.${patch + 1}` : version;
}

/** Makes the version, where there is something to make it of, and looks at what came of it. @throws Error when it is not as it should be */
export async function makeVersion({ copy, version, signal }: Stage): Promise<void> {
  const changesets = join(copy, ".changeset");
  if ((await readChangesets(changesets)).length > 0) await run(["pnpm", "run", "version:packages"], { folder: copy, signal });
  const left = await readChangesets(changesets);
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
