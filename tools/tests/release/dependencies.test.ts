import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { bundle } from "../../../packages/mock/bundle.ts";
import { bundledPackages } from "../../bundledPackages.ts";
import { command, root } from "../workspace.ts";

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly license?: string;
  /** An older form of `license`. */
  readonly licenses?: readonly { readonly type: string }[];
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
}

const workspace = parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")) as {
  catalog: Versions;
  catalogs: Record<string, Versions>;
};
/** Packages that are installed only by the script with the same name, in a temporary folder outside the workspace. */
const separate = ["tools/clients/package.json"];
const manifests = [
  "package.json",
  ...globSync(["packages/*/package.json", "tools/package.json", "tools/*/package.json"], { cwd: root, exclude: separate }),
];
const dependenciesOf = (file: string) => {
  const manifest = JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest;
  return (["dependencies", "devDependencies", "optionalDependencies"] as const).flatMap((section) =>
    Object.entries(manifest[section] ?? {}).map(([name, version]) => ({ file, section, name, version })),
  );
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
    expect(installedSeparately.length).toBeGreaterThan(separate.length);
    const wrong = installedSeparately.filter(
      ({ name, version }) => !exact.test(version) || version !== (workspace.catalog[name] ?? version),
    );
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

/** Licenses of packages that users install. They require at most attribution. */
const permissive = ["MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0", "(MIT OR EUPL-1.1+)"];

/** Licenses of packages that only the tools use. MPL-2.0 requires publishing changes to its files; the tools make no changes. */
const forTools = [
  ...permissive,
  ...["MPL-2.0", "Python-2.0", "WTFPL", "Unlicense", "CC-BY-3.0", "CC-BY-4.0", "CC0-1.0", "(MIT AND Zlib)"],
  ...["MIT OR Apache-2.0", "(MIT OR Apache-2.0)", "(MIT OR CC0-1.0)", "(AFL-2.1 OR BSD-3-Clause)", "WTFPL OR ISC", "(WTFPL OR MIT)"],
  // The package contains a Node binary, and names the licenses of its parts.
  "MIT OR BSD OR bsd OR GPLv3 OR ISC OR zlib",
];

describe("licenses", () => {
  test("are allowed for every installed package", async () => {
    const { stdout } = await command("npx", ["pnpm", "--recursive", "licenses", "list", "--json"]);
    const licenses = Object.keys(JSON.parse(stdout) as object);
    expect(licenses.length).toBeGreaterThan(5);
    expect(licenses.filter((license) => !forTools.includes(license))).toEqual([]);
  });

  test("are permissive for every package that users install with the packages or in their bundles", async () => {
    const bundled = bundledPackages(await bundle({ write: false }), join(root, "packages/mock"));
    expect(bundled.length).toBeGreaterThan(50);
    const installed = dependencies.filter(({ file, section }) => file.startsWith("packages/") && section === "dependencies");
    expect(installed.map(({ name }) => name).toSorted()).toEqual(["@crm-platform/types", "@crm-platform/types", "openapi-fetch"]);
    const folders = [...bundled.map(({ folder }) => folder), join(root, "packages/client/node_modules/openapi-fetch")];
    const licenses = folders.flatMap((folder) => {
      const { license, licenses = [] } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
      return license ?? licenses.map(({ type }) => type);
    });
    expect(licenses.filter((license) => !permissive.includes(license))).toEqual([]);
  });
});
