/**
 * pnpm release:check: looks at what npm would refuse, before anything is built or published. With a statement of provenance
 * (PNPM_CONFIG_PROVENANCE=true) each package has to name the repository that it is built in: npm compares the two, and refuses a package
 * that names another one or none (docs.npmjs.com, "Generating provenance statements"). Exits with 1 when it would.
 */
import { readFile } from "node:fs/promises";

const files = ["types", "client", "mock"].map((name) => `packages/${name}/package.json`);

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

const without: string[] = [];
if (asksForProvenance()) for (const file of files) if (await lacksRepository(file)) without.push(file);
if (without.length > 0) {
  console.error(`${without.join(", ")} ${without.length === 1 ? "has" : "have"} no \`repository\`, and npm refuses provenance without it.`);
  console.error("Add to each, with the address of this repository and the folder of the package:");
  console.error('  "repository": { "type": "git", "url": "git+https://…", "directory": "packages/…" }');
  process.exitCode = 1;
}
