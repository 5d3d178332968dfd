import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Metafile } from "esbuild";

export interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

/** @param folder the folder to which paths in the metafiles are relative */
export function bundledPackages(metafiles: readonly Metafile[], folder: string): Bundled[] {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const files = outputs.flatMap(({ inputs }) => Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0));
  const folders = new Set(files.filter((file) => file.includes("node_modules/")).map((file) => packageFolder(resolve(folder, file))));
  const packages = [...folders].map((place) => {
    const { name = "", version = "" } = manifestIn(place);
    return { name, version, folder: place };
  });
  // A package may be installed several times, with different peer dependencies.
  return [...new Map(packages.map((one) => [`${one.name}@${one.version}`, one])).values()];
}

/** Skips nested package.json files, which do not contain a version. */
function packageFolder(file: string): string {
  let folder = dirname(file);
  while (manifestIn(folder).version === undefined) {
    if (folder.endsWith("node_modules")) throw new Error(`${file} does not belong to a package.`);
    folder = dirname(folder);
  }
  return folder;
}

function manifestIn(folder: string): Manifest {
  const file = join(folder, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

export function licenseTexts(packages: readonly Bundled[]): string {
  const line = "-".repeat(80);
  const sections = packages.map(({ name, version, folder }) => `${line}\n\n${name} ${version}\n\n${licenseText(folder)}\n`).sort();
  return `This package contains code of the following packages, under their licenses.\n\n${sections.join("\n")}`;
}

/** Falls back to the license and the author from the manifest. */
function licenseText(folder: string): string {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
  const { license, author } = manifestIn(folder);
  return `License: ${license}\nCopyright (c) ${(typeof author === "object" ? author.name : author) ?? "its authors"}`;
}
