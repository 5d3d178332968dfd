/** The packages as they are published, for the tests of what users get. */
import { cp, mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { command, root } from "./workspace.ts";

/** An empty folder outside of the repository, a project of ES modules; whoever asks takes it away again. */
export async function emptyProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "crm-platform-packages-"));
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  return project;
}

/** Builds, and packs packages as pnpm publishes them, into a folder. Resolves to the tarballs by the names. */
export async function packInto<Name extends string>(folder: string, names: readonly Name[]): Promise<ReadonlyMap<Name, string>> {
  const built = await command("turbo", ["run", "build"]);
  expect(built.code, built.stdout).toBe(0);
  const tarballs = new Map<Name, string>();
  for (const name of names) {
    const { code, stdout, stderr } = await command("pnpm", ["pack", "--json", "--pack-destination", folder], join(root, "packages", name));
    expect(code, stderr).toBe(0);
    tarballs.set(name, (JSON.parse(stdout) as { filename: string }).filename);
  }
  return tarballs;
}

/** A project with the packed client and types in it, and what they depend on; put there by hand, so that no registry is asked. */
export async function projectWithClient(): Promise<string> {
  const project = await emptyProject();
  const modules = join(project, "node_modules");
  for (const [name, tarball] of await packInto(project, ["types", "client"])) {
    const place = join(modules, "@crm-platform", name);
    await mkdir(place, { recursive: true });
    const unpacked = await command("tar", ["-xzf", tarball, "-C", place, "--strip-components", "1"]);
    expect(unpacked.code, unpacked.stderr).toBe(0);
  }
  const openapiFetch = await realpath(join(root, "packages/client/node_modules/openapi-fetch"));
  const helpers = await realpath(join(openapiFetch, "../openapi-typescript-helpers"));
  await cp(openapiFetch, join(modules, "openapi-fetch"), { recursive: true });
  await cp(helpers, join(modules, "openapi-typescript-helpers"), { recursive: true });
  return project;
}

/** Runs the esbuild of the client's tests. */
export async function esbuild(programArguments: readonly string[], folder: string): Promise<void> {
  const { code, stderr } = await command(join(root, "packages/client/node_modules/.bin/esbuild"), programArguments, folder);
  expect(code, stderr).toBe(0);
}
