/**
 * pnpm api:diff [BASE] [--format text|markdown|json] [--output FILE]
 *
 * Tells what has changed in the API and in the control API of the mock since the last release, or since BASE: a document, a
 * folder of both, or a revision of git. Exits with 1 when something breaks that nobody accepted.
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { diffContracts, openBreaks } from "../diff/contractDiff.ts";
import { currentContract, namedContract, releasedContract } from "../diff/contracts.ts";
import { type Format, formats, report } from "../diff/report.ts";
import { runCommand, SentenceError } from "../diff/sentence.ts";

const usage = `Usage: npx pnpm api:diff [BASE] [--format ${formats.join("|")}] [--output FILE]`;

interface Options {
  readonly base: string | undefined;
  readonly format: Format;
  readonly output: string | undefined;
}

function readOptions(): Options {
  try {
    const options = { format: { type: "string" }, output: { type: "string" } } as const;
    // Between a script and its options people write `--`, which pnpm passes on.
    const args = process.argv.slice(process.argv[2] === "--" ? 3 : 2);
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const format = formats.find((one) => one === (values.format ?? "text"));
    if (format === undefined) throw new Error(`--format takes ${formats.join(", ")}, not "${values.format}".`);
    if (positionals.length > 1) throw new Error("One BASE is enough.");
    return { base: positionals[0], format, output: values.output };
  } catch (error) {
    throw new SentenceError(`${(error as Error).message}\n${usage}`);
  }
}

async function main(): Promise<number> {
  const { base, format, output } = readOptions();
  const [before, after] = await Promise.all([base === undefined ? releasedContract() : namedContract(base), currentContract()]);
  if (before === undefined) {
    console.log("There is no release yet, so nothing can break. `npx pnpm version:packages` makes the first one.");
    return 0;
  }
  const diff = await diffContracts(before, after, base === undefined);
  const text = report(diff, format);
  if (output === undefined) process.stdout.write(text);
  else await writeReport(output, text);
  return openBreaks(diff).length > 0 ? 1 : 0;
}

async function writeReport(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw new SentenceError(`${file} cannot be written (${error.code}).`);
  });
}

await runCommand(main);
