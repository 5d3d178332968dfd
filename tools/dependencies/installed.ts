import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";

const run = promisify(execFile);

export interface Installed {
  readonly name: string;
  readonly version: string;
  /** The SPDX expression in its package.json, or `Unknown`. */
  readonly license: string;
}

type Resolved = { readonly [name: string]: string | { readonly version: string } };

export interface Lockfile {
  readonly importers: { readonly [folder: string]: { readonly dependencies?: Resolved } };
  readonly snapshots: { readonly [key: string]: { readonly dependencies?: Resolved } };
}

/** Includes the packages that the tools use. Does not use the network. */
export async function installedPackages(): Promise<Installed[]> {
  const { stdout } = await run("pnpm", ["--recursive", "licenses", "list", "--json"], { maxBuffer: 64 * 1024 * 1024 });
  const byLicense = JSON.parse(stdout) as Record<string, readonly { readonly name: string; readonly versions: readonly string[] }[]>;
  return Object.entries(byLicense)
    .flatMap(([license, packages]) => packages.flatMap(({ name, versions }) => versions.map((version) => ({ name, version, license }))))
    .sort((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
}

export function readLockfile(): Lockfile {
  return parse(readFileSync("pnpm-lock.yaml", "utf8")) as Lockfile;
}

/** Returns direct and transitive dependencies as `name@version`, without optional and peer dependencies, which differ by machine. */
export function productionKeys({ importers, snapshots }: Lockfile, folder: string): Set<string> {
  const keys = new Set<string>();
  const visit = (resolved: Resolved = {}): void => {
    for (const [name, value] of Object.entries(resolved)) {
      const version = typeof value === "string" ? value : value.version;
      if (version.startsWith("link:")) continue;
      // The key is `name@version(peer@version)`. For an alias, the version is the whole key.
      const key = snapshots[version] ? version : `${name}@${version}`;
      const plain = key.replace(/\(.*$/, "");
      if (keys.has(plain)) continue;
      keys.add(plain);
      visit(snapshots[key]?.dependencies);
    }
  };
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { dependencies?: object };
  const resolved = Object.entries(importers[folder]?.dependencies ?? {});
  // The lockfile also lists installed peer dependencies as dependencies.
  visit(Object.fromEntries(resolved.filter(([name]) => Object.hasOwn(dependencies, name))));
  return keys;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
