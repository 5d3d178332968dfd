/**
 * pnpm api:diff [BASE] [--format text|markdown|json] [--output FILE]
 *
 * Tells what has changed in the API and in the control API of the mock since the last release, or since BASE: a document, a
 * folder of both, or a revision of git. Exits with 1 when something breaks that nobody accepted, and, after the report, when an
 * entry of the list of accepted breaks accepts nothing.
 */
import { writeFile } from "node:fs/promises";
import { readWords, runCommand, SentenceError } from "../commandLine.ts";
import { refuse } from "../diff/accepted.ts";
import { compareContracts, openBreaks } from "../diff/contractDiff.ts";
import { type Contract, currentContract, namedContract } from "../diff/contracts.ts";
import { releasedContract } from "../diff/released.ts";
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
  refuseControl(before, after);
  const { diff, idle } = await compareContracts(before, after, base === undefined);
  const text = report(diff, format);
  if (values.output === undefined) process.stdout.write(text);
  else await writeReport(values.output, text);
  refuse(idle);
  return openBreaks(diff).length > 0 ? 1 : 0;
}

/** The title tells which document it is: its breaks would be told of an API that it does not describe. */
function refuseControl({ name, platform }: Contract, current: Contract): void {
  if (platform.info.title !== current.control?.info.title) return;
  throw new SentenceError(
    `${name} is the document of the control API, "${platform.info.title}". BASE is that of the platform, or a folder such as ` +
      "spec/released, in which the one of the control API is control/openapi.yaml.",
  );
}

async function writeReport(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw new SentenceError(`${file} cannot be written (${error.code}).`);
  });
}

await runCommand(main);
