import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { isAllowed } from "../../dependencies/expression.ts";
import { productionKeys, readLockfile } from "../../dependencies/installed.ts";
import { forTools, permissive } from "../../dependencies/licenses.ts";
import { run, setTraps, takeCaught } from "../commands/networkTraps.ts";
import { root } from "../workspace.ts";

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
}

const workspace = parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")) as {
  catalog: Versions;
  catalogs: Record<string, Versions>;
};
/** Packages that are installed only by the script with the same name, in a temporary folder outside the workspace. */
const separate = ["clients", "foreign"].map((folder) => `tools/${folder}/package.json`);
const manifests = [
  "package.json",
  ...globSync(["packages/*/package.json", "tools/package.json", "tools/*/package.json"], { cwd: root, exclude: separate }),
];
const dependenciesOf = (file: string) => {
  const manifest = JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest;
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  return Object.entries(all).map(([name, version]) => ({ file, name, version }));
};
const dependencies = manifests.flatMap(dependenciesOf);
const installedSeparately = separate.flatMap(dependenciesOf);

const exact = /^(npm:(@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

describe("one catalog", () => {
  test("every package.json is checked", () => {
    const all = globSync("{packages,tools}/**/package.json", {
      cwd: root,
      exclude: ["**/node_modules/**", "**/fixtures/**", "**/dist/**"],
    });
    expect(["package.json", ...all].sort()).toEqual([...manifests, ...separate].sort());
  });

  test("every dependency uses the catalog, or is a workspace package", () => {
    expect(manifests.length).toBeGreaterThanOrEqual(6);
    expect(dependencies.length).toBeGreaterThan(30);
    expect(dependencies.filter(({ version }) => !/^(catalog:[\w-]*|workspace:\*)$/.test(version))).toEqual([]);
  });

  test("every version is exact", () => {
    const versions = [workspace.catalog, ...Object.values(workspace.catalogs)].flatMap((catalog) => Object.entries(catalog));
    expect(versions.filter(([, version]) => !exact.test(version))).toEqual([]);
  });

  test("separately installed versions are exact, and equal the catalog if it contains the package", () => {
    const inCatalog = new Set([...Object.keys(workspace.catalog), ...Object.values(workspace.catalogs).flatMap(Object.keys)]);
    expect(installedSeparately.length).toBeGreaterThan(separate.length);
    const wrong = installedSeparately.filter(({ name, version }) => !(inCatalog.has(name) ? /^catalog:[\w-]*$/ : exact).test(version));
    expect(wrong).toEqual([]);
  });

  test("every entry of the catalog is used", () => {
    const used = new Set(dependencies.map(({ name, version }) => `${version} ${name}`));
    const entries = Object.keys(workspace.catalog).map((name) => `catalog: ${name}`);
    const named = Object.entries(workspace.catalogs).flatMap(([key, catalog]) =>
      Object.keys(catalog).map((name) => `catalog:${key} ${name}`),
    );
    expect([...entries, ...named].filter((entry) => !used.has(entry))).toEqual([]);
  });
});

describe("licenses", () => {
  setTraps();

  test("all licenses are allowed, THIRD_PARTY.md lists the dependencies of the published packages, and the check needs no network", async () => {
    const { code, output } = await run(["pnpm", "--silent", "run", "licenses", "--check"]);
    expect({ code, output }).toEqual({ code: 0, output: "" });
    expect(await takeCaught()).toEqual([]);
    const page = readFileSync(join(root, "THIRD_PARTY.md"), "utf8");
    expect(page).toContain("## @crm-platform/types\n\nNothing.\n");
    expect(page).toMatch(/^\| openapi-fetch \| [\d.]+ \| MIT \|$/m);
    expect(page).toMatch(/## @crm-platform\/mock\n\nBundled into the package:\n(.*\n)+\| hono \| [\d.]+ \| MIT \|$/m);
    expect(page).not.toContain("| vitest |");
  });

  test("published packages have only permissive dependencies, and no tool has a strong copyleft license", () => {
    const strong = ["GPL-2.0-only", "GPL-3.0-only", "GPL-3.0-or-later", "AGPL-3.0-only", "SSPL-1.0", "BUSL-1.1", "CC-BY-NC-4.0"];
    const weak = ["LGPL-2.1-only", "LGPL-3.0-or-later", "MPL-2.0", "EPL-2.0", "CC-BY-SA-4.0", "CC-BY-3.0"];
    expect([...strong, ...weak].filter((license) => isAllowed(license, permissive))).toEqual([]);
    expect(strong.filter((license) => isAllowed(license, forTools))).toEqual([]);
    expect(["MIT", "Apache-2.0"].filter((license) => isAllowed(license, permissive))).toEqual(["MIT", "Apache-2.0"]);
  });

  test("the production dependencies include transitive dependencies", () => {
    const names = [...productionKeys(readLockfile(), "packages/client")].map((key) => key.slice(0, key.lastIndexOf("@")));
    expect(names).toEqual(["openapi-fetch", "openapi-typescript-helpers"]);
  });

  test.each([
    { license: "MIT", allowed: true },
    { license: "GPL-3.0", allowed: false },
    { license: "(GPL-3.0 OR MIT)", allowed: true },
    { license: "(MIT AND GPL-3.0)", allowed: false },
    { license: "Unknown", allowed: false },
    { license: "(MIT OR GPL-3.0) AND GPL-2.0", allowed: false },
    { license: "GPL-3.0 AND MIT OR ISC", allowed: true },
    { license: "MIT WITH Classpath-exception-2.0", allowed: true },
    { license: "MIT WITH Some-exception", allowed: false },
    { license: "MIT+", allowed: false },
    { license: "GPL-2.0 WITH Classpath-exception-2.0", allowed: false },
    { license: "(MIT", allowed: false },
    { license: "", allowed: false },
  ])("$license: $allowed", ({ license, allowed }) => {
    expect(isAllowed(license, ["MIT", "ISC"])).toBe(allowed);
  });
});
