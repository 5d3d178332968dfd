/**
 * pnpm release:check: looks at what npm would refuse, before anything is built or published. With a statement of provenance
 * (PNPM_CONFIG_PROVENANCE=true) each package has to name the repository that it is built in: npm compares the two, and refuses a package
 * that names another one or none (docs.npmjs.com, "Generating provenance statements"). Exits with 1 when it would.
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
  return setting?.[1] === "true";
}

async function lacksRepository(file: string): Promise<boolean> {
  const { repository } = JSON.parse(await readFile(file, "utf8")) as Manifest;
  return !(typeof repository === "string" ? repository : repository?.url);
}

async function main(): Promise<number> {
  readWords("Usage: npx pnpm release:check", {});
  if (!asksForProvenance()) return 0;
  const without: string[] = [];
  for (const file of files) if (await lacksRepository(file)) without.push(file);
  if (without.length === 0) return 0;
  throw new SentenceError(
    `${without.join(", ")} ${without.length === 1 ? "has" : "have"} no \`repository\`, and npm refuses provenance without it.
Add to each, with the address of this repository and the folder of the package:
  "repository": { "type": "git", "url": "git+https://…", "directory": "packages/…" }`,
  );
}

await runCommand(main);
