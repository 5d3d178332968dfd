import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type PackageName, packages } from "../packages.ts";
import { run } from "./run.ts";
import type { Stage } from "./stage.ts";
import { type Manifest, manifestOf } from "./version.ts";

/** What a package is published with, beside its package.json: files, and folders with all that is in them. */
const contents: Readonly<Record<PackageName, readonly string[]>> = {
  types: ["LICENSE", "README.md", "dist", "src/generated/fidelity.md", "src/generated/openapi.json", "src/generated/openapi.yaml"],
  client: ["LICENSE", "README.md", "dist"],
  mock: ["HOSTING.md", "LICENSE", "README.md", "assets", "dist", "reference"],
};

/** Looks at what the registry holds. @throws Error with all that is wrong with it */
export async function checkPublished(stage: Stage): Promise<void> {
  const problems: string[] = [];
  for (const name of packages) {
    const found = await checkPackage(stage, name);
    problems.push(...found.map((problem) => `@crm-platform/${name}: ${problem}`));
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

interface PublishedManifest extends Manifest {
  readonly dist: { readonly tarball: string };
}

async function checkPackage(stage: Stage, name: PackageName): Promise<string[]> {
  const { copy, registry, version } = stage;
  const response = await fetch(`${registry.url}@crm-platform%2f${name}`);
  if (!response.ok) return ["it is not in the registry"];
  const { versions, "dist-tags": tags } = (await response.json()) as {
    versions: Record<string, PublishedManifest>;
    "dist-tags": Record<string, string>;
  };
  const manifest = versions[version];
  if (manifest === undefined) return [`the registry has ${Object.keys(versions).join(", ")}, not ${version}`];
  const files = await packedFiles(stage, name, manifest.dist.tarball);
  return [
    ...(tags["latest"] === version ? [] : [`latest is ${tags["latest"]}`]),
    ...checkManifest(manifest, await manifestOf(copy, name), version),
    ...missingTargets(manifest, files),
    ...compareFiles(files, await expectedFiles(join(copy, "packages", name), contents[name])),
  ];
}

function checkManifest(manifest: PublishedManifest, source: Manifest, version: string): string[] {
  const ours = Object.entries(manifest.dependencies ?? {}).filter(([dependency]) => dependency.startsWith("@crm-platform/"));
  const text = JSON.stringify(manifest);
  return [
    ...["workspace:", "catalog:", "@crm-platform/source"].filter((word) => text.includes(word)).map((word) => `package.json has ${word}`),
    ...(isDeepStrictEqual(manifest.exports, source.publishConfig?.exports) ? [] : ["exports is not what publishConfig.exports says"]),
    ...ours.filter(([, range]) => range !== version).map(([dependency, range]) => `it asks for ${dependency} ${range}, not ${version}`),
  ];
}

/** Files that package.json leads to and that are not there; a pattern leads to at least one. */
function missingTargets({ exports, bin = {} }: Manifest, files: readonly string[]): string[] {
  const targets = [exports, bin].flatMap(textsIn).map((target) => posix.normalize(target));
  return targets
    .filter((target) => {
      const [before = "", after] = target.split("*");
      return !files.some((file) => (after === undefined ? file === before : file.startsWith(before) && file.endsWith(after)));
    })
    .map((target) => `package.json leads to ${target}, which is not there`);
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

function compareFiles(files: readonly string[], expected: readonly string[]): string[] {
  return [
    ...expected.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...files.filter((file) => !expected.includes(file)).map((file) => `${file} should not be in it`),
  ];
}
