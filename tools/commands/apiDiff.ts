/**
 * pnpm api:diff [BASE] [--format text|markdown|json] [--output FILE]
 *
 * Tells what has changed in the API and in the control API of the mock since the last release, or since BASE: a document, a
 * folder of both, or a revision of git. Exits with 1 when something breaks that nobody accepted.
 */
import { writeFile } from "node:fs/promises";
import { readWords, runCommand, SentenceError } from "../commandLine.ts";
import { diffContracts, openBreaks } from "../diff/contractDiff.ts";
import { currentContract, namedContract, releasedContract } from "../diff/contracts.ts";
import { type Format, formats, report } from "../diff/report.ts";

const usage = `Usage: npx pnpm api:diff [BASE] [--format ${formats.join("|")}] [--output FILE]`;

function readFormat(name = "text"): Format {
  const format = formats.find((one) => one === name);
  if (format === undefined) throw new SentenceError(`--format takes ${formats.join(", ")}, not "${name}".\n${usage}`);
  return format;
}

async function main(): Promise<number> {
  const { values, positionals } = readWords(usage, { format: { type: "string" }, output: { type: "string" } }, 1);
  const [format, [base]] = [readFormat(values.format), positionals];
  const [before, after] = await Promise.all([base === undefined ? releasedContract() : namedContract(base), currentContract()]);
  if (before === undefined) {
    console.log("There is no release yet, so nothing can break. `npx pnpm version:packages` makes the first one.");
    return 0;
  }
  const diff = await diffContracts(before, after, base === undefined);
  const text = report(diff, format);
  if (values.output === undefined) process.stdout.write(text);
  else await writeReport(values.output, text);
  return openBreaks(diff).length > 0 ? 1 : 0;
}

async function writeReport(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw new SentenceError(`${file} cannot be written (${error.code}).`);
  });
}

await runCommand(main);
