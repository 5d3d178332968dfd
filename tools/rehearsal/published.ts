import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type PackageName, packages } from "../packages.ts";
import { run } from "./run.ts";
import type { Stage } from "./stage.ts";
import { type Manifest, manifestOf } from "./version.ts";

/** What is published of each package beside its package.json: files, and whole folders. */
const contents: Readonly<Record<PackageName, readonly string[]>> = {
  types: ["LICENSE", "README.md", "dist", "src/generated/fidelity.md", "src/generated/openapi.json", "src/generated/openapi.yaml"],
  client: ["LICENSE", "README.md", "dist"],
  mock: ["HOSTING.md", "LICENSE", "README.md", "assets", "dist", "reference"],
};

/** A package as the registry serves it. */
export interface Published {
  /** Its `package.json`. */
  readonly manifest: Manifest;
  /** The paths of all its files. */
  readonly files: readonly string[];
}

/** Compares what the registry holds with the copy. @throws Error with everything that is wrong */
export async function checkPublished(stage: Stage): Promise<void> {
  const problems: string[] = [];
  for (const name of packages) {
    const found = await checkPackage(stage, name);
    problems.push(...found.map((problem) => `@crm-platform/${name}: ${problem}`));
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

async function checkPackage(stage: Stage, name: PackageName): Promise<string[]> {
  const { copy, registry, version } = stage;
  const response = await fetch(`${registry.url}@crm-platform%2f${name}`);
  if (!response.ok) return ["it is not in the registry"];
  const { versions, "dist-tags": tags } = (await response.json()) as {
    versions: Record<string, Manifest & { readonly dist: { readonly tarball: string } }>;
    "dist-tags": Record<string, string>;
  };
  const manifest = versions[version];
  if (manifest === undefined) return [`the registry has ${Object.keys(versions).join(", ")}, not ${version}`];
  const files = await packedFiles(stage, name, manifest.dist.tarball);
  const expected = await expectedFiles(join(copy, "packages", name), contents[name]);
  return [
    ...(tags["latest"] === version ? [] : [`latest is ${tags["latest"]}`]),
    ...problemsOf({ manifest, files }, { manifest: await manifestOf(copy, name), files: expected }, version),
  ];
}

/**
 * Compares a published package with its source.
 * @param source the package.json before publication, and the files that are to be published
 */
function problemsOf({ manifest, files }: Published, source: Published, version: string): string[] {
  const own = Object.entries(manifest.dependencies ?? {}).filter(([dependency]) => dependency.startsWith("@crm-platform/"));
  const text = JSON.stringify(manifest);
  return [
    ...["workspace:", "catalog:", "@crm-platform/source"].filter((word) => text.includes(word)).map((word) => `package.json has ${word}`),
    ...(isDeepStrictEqual(manifest.exports, source.manifest.publishConfig?.exports) ? [] : ["exports differs from publishConfig.exports"]),
    ...own.filter(([, range]) => range !== version).map(([dependency, range]) => `it depends on ${dependency} ${range}, not ${version}`),
    ...missingTargets(manifest, files),
    ...source.files.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...files.filter((file) => !source.files.includes(file)).map((file) => `${file} should not be published`),
  ];
}

/** The targets of package.json that do not exist; a pattern needs at least one file. */
function missingTargets({ exports, bin = {} }: Manifest, files: readonly string[]): string[] {
  const targets = [exports, bin].flatMap(textsIn).map((target) => posix.normalize(target));
  return targets
    .filter((target) => {
      const [before = "", after] = target.split("*");
      return !files.some((file) => (after === undefined ? file === before : file.startsWith(before) && file.endsWith(after)));
    })
    .map((target) => `package.json refers to ${target}, which does not exist`);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

async function packedFiles({ folder, signal }: Stage, name: string, tarball: string): Promise<string[]> {
  const place = join(folder, "published");
  await mkdir(place, { recursive: true });
  const file = join(place, `${name}.tgz`);
  await writeFile(file, await (await fetch(tarball)).bytes());
  const listed = await run(["tar", "-tzf", file], { folder: place, signal });
  return listed.split("\n").flatMap((path) => (path === "" || path.endsWith("/") ? [] : path.replace(/^package\//, "")));
}

async function expectedFiles(folder: string, paths: readonly string[]): Promise<string[]> {
  const listed = paths.map(async (path) => {
    const entries = await readdir(join(folder, path), { recursive: true, withFileTypes: true }).catch(() => undefined);
    if (entries === undefined) return [path];
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  });
  const files = (await Promise.all(listed)).flat();
  return ["package.json", ...files.filter((file) => !file.endsWith(".tsbuildinfo"))];
}
