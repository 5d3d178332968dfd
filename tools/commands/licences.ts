/** Writes THIRD_PARTY.md, a list of the packages that each published package installs. Exits with 1 when a license is not allowed. */
import { readFile, writeFile } from "node:fs/promises";
import { readWords, runCommand } from "../commandLine.ts";
import { reportLicences } from "../dependencies/licences.ts";

const file = "THIRD_PARTY.md";

async function main(): Promise<number> {
  const { check } = readWords("Usage: npx pnpm run licences [--check]", { check: { type: "boolean" } }).values;
  const { page, problems } = await reportLicences();
  const isStale = (await readFile(file, "utf8").catch(() => "")) !== page;
  if (isStale && !check) await writeFile(file, page);
  for (const problem of problems) console.error(problem);
  if (isStale && check) console.error(`${file} is out of date. Run: npx pnpm run licences`);
  return problems.length > 0 || (isStale && check) ? 1 : 0;
}

await runCommand(main);
