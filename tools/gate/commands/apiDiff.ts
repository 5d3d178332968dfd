import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "../../../packages/mock/src/cli/usageError.ts";
import { type CommandResult, readWords, SentenceError } from "../../commandLine.ts";
import { ProblemsError } from "../../problems.ts";
import { idleEntries, readAcceptedBreaks } from "../acceptedBreaks.ts";
import { breaksIn, decide, openBreaks } from "../decide.ts";
import { currentContract, type ReadContract, revisionContract } from "../documents/contracts.ts";
import { releasedContract } from "../documents/released.ts";
import { type Format, formats, report } from "../report.ts";
import { signaturesSinceRelease } from "../signatures/reports.ts";

const usage = `Usage: npx pnpm api:diff [REVISION] [--format ${formats.join("|")}] [--output FILE]`;

/** Compares with the last release or a git revision. Exits with 1 for an unaccepted breaking change or an entry that matches no change. */
export async function apiDiff(words: readonly string[], folder = ".", readCurrent: ReadContract = currentContract): Promise<CommandResult> {
  const { values, positionals } = readWords(usage, { format: { type: "string" }, output: { type: "string" } }, 1, words);
  const [format, [revision]] = [readFormat(values.format), positionals];
  const [before, after] = await Promise.all([
    revision === undefined ? releasedContract(folder) : revisionContract(revision, folder),
    readCurrent(folder),
  ]);
  const accepted = await readAcceptedBreaks(folder);
  const signatures = revision === undefined ? await signaturesSinceRelease(folder) : [];
  const diff = decide(before, after, accepted, signatures);
  const text = report(diff, format);
  if (values.output !== undefined) await writeReport(values.output, text, folder);
  const stdout = values.output === undefined ? text : "";
  const idle = revision === undefined ? idleEntries(accepted, breaksIn(diff), folder) : [];
  // The report is also printed, because entries must quote its messages.
  if (idle.length > 0) return { code: 1, stdout, stderr: `${new ProblemsError("accepted breaks", idle).message}\n` };
  return { code: openBreaks(diff).length > 0 ? 1 : 0, stdout };
}

function readFormat(name = "text"): Format {
  const format = formats.find((one) => one === name);
  if (format === undefined) throw new UsageError(`Unknown format "${name}". Valid formats: ${formats.join(", ")}.`);
  return format;
}

async function writeReport(file: string, text: string, folder: string): Promise<void> {
  await writeFile(resolve(folder, file), text).catch((error: NodeJS.ErrnoException) => {
    throw new SentenceError(`Cannot write ${file}: ${error.code}.`);
  });
}
