/** Writes THIRD_PARTY.md, a list of the packages that each published package installs. Exits with 1 when a license is not allowed. */
import { readFile, writeFile } from "node:fs/promises";
import { readWords, runCommand } from "../commandLine.ts";
import { reportLicenses } from "../dependencies/licenses.ts";

const file = "THIRD_PARTY.md";

async function main(): Promise<number> {
  const { check } = readWords("Usage: npx pnpm run licenses [--check]", { check: { type: "boolean" } }).values;
  const { page, problems } = await reportLicenses();
  const isStale = (await readFile(file, "utf8").catch(() => "")) !== page;
  if (isStale && !check) await writeFile(file, page);
  for (const problem of problems) console.error(problem);
  if (isStale && check) console.error(`${file} is out of date. Run: npx pnpm run licenses`);
  return problems.length > 0 || (isStale && check) ? 1 : 0;
}

await runCommand(main);
