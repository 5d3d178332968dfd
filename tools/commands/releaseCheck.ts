/** npm rejects a package with provenance that does not name its repository. By then, other packages may have been published. */
import { readFile } from "node:fs/promises";
import { readWords, runCommand, SentenceError } from "../commandLine.ts";
import { packages } from "../packages.ts";

async function lacksRepository(file: string): Promise<boolean> {
  const { repository } = JSON.parse(await readFile(file, "utf8")) as { repository?: string | { url?: string } };
  return !(typeof repository === "string" ? repository : repository?.url);
}

async function main(): Promise<number> {
  readWords("Usage: npx pnpm release:check", {});
  const setting = Object.entries(process.env).find(([name]) => /^p?npm_config_provenance$/i.test(name));
  if (!["true", "1"].includes(setting?.[1] ?? "")) return 0;
  const files: string[] = [];
  for (const name of packages) {
    const file = `packages/${name}/package.json`;
    if (await lacksRepository(file)) files.push(file);
  }
  if (files.length === 0) return 0;
  throw new SentenceError(`Provenance requires a \`repository\` in ${files.join(", ")}. Add this field to each:
  "repository": { "type": "git", "url": "git+https://…", "directory": "packages/…" }`);
}

await runCommand(main);
