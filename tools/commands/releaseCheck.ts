/**
 * pnpm release:check: looks at what npm would refuse, before anything is built or published. With a statement of provenance
 * (PNPM_CONFIG_PROVENANCE=true) each package has to name the repository that it is built in: npm compares the two, and refuses a package
 * that names another one or none (docs.npmjs.com, "Generating provenance statements"). This finds those that name none: it exits with 1
 * where provenance is asked for, and otherwise only tells.
 */
import { readFile } from "node:fs/promises";
import { readWords, runCommand, SentenceError } from "../commandLine.ts";
import { packages } from "../packages.ts";

const files = packages.map((name) => `packages/${name}/package.json`);

interface Manifest {
  readonly repository?: string | { readonly url?: string };
}

function asksForProvenance(): boolean {
  const setting = Object.entries(process.env).find(([name]) => /^p?npm_config_provenance$/i.test(name));
  return ["true", "1"].includes(setting?.[1] ?? "");
}

async function lacksRepository(file: string): Promise<boolean> {
  const { repository } = JSON.parse(await readFile(file, "utf8")) as Manifest;
  return !(typeof repository === "string" ? repository : repository?.url);
}

async function main(): Promise<number> {
  readWords("Usage: npx pnpm release:check", {});
  const without: string[] = [];
  for (const file of files) if (await lacksRepository(file)) without.push(file);
  if (without.length === 0) {
    console.log("Each package names its repository, as npm wants it for a statement of provenance. Whether it is this one, npm compares.");
    return 0;
  }
  const missing = `${without.join(", ")} ${without.length === 1 ? "has" : "have"} no \`repository\`, and npm refuses provenance without it.
Add to each, with the address of this repository and the folder of the package:
  "repository": { "type": "git", "url": "git+https://…", "directory": "packages/…" }`;
  if (asksForProvenance()) throw new SentenceError(missing);
  console.log(`Nobody asks for a statement of provenance here (PNPM_CONFIG_PROVENANCE=true), so this stops nothing:\n${missing}`);
  return 0;
}

await runCommand(main);
