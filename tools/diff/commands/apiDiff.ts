import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type CommandResult, readWords, SentenceError } from "../../commandLine.ts";
import { ProblemsError } from "../../problems.ts";
import { type Contract, currentContract, namedContract, type ReadContract } from "../documents/contracts.ts";
import { releasedContract } from "../documents/released.ts";
import { idleEntries, readAcceptedBreaks } from "../verdict/accepted.ts";
import { compareContracts, openBreaks, signaturesSinceRelease } from "../verdict/contractDiff.ts";
import { type Format, formats, report } from "../verdict/report.ts";

const usage = `Usage: npx pnpm api:diff [BASE] [--format ${formats.join("|")}] [--output FILE]`;

/**
 * Reports what has changed in the API and in the control API of the mock since the last release, or since BASE: a document, a folder of
 * both, or a revision of git. The exit code is 1 when a break is not accepted, and when an entry of the list of accepted breaks
 * accepts nothing.
 * @param folder the repository
 * @param readCurrent reads the spec
 */
export async function apiDiff(words: readonly string[], folder = ".", readCurrent: ReadContract = currentContract): Promise<CommandResult> {
  const { values, positionals } = readWords(usage, { format: { type: "string" }, output: { type: "string" } }, 1, words);
  const [format, [base]] = [readFormat(values.format), positionals];
  const [before, after] = await Promise.all([
    base === undefined ? releasedContract(folder) : namedContract(base, folder),
    readCurrent(folder),
  ]);
  if (before === undefined) {
    return { code: 0, stdout: "There is no release yet, so nothing can break. `npx pnpm version:packages` makes the first one.\n" };
  }
  refuseControl(before, after);
  const accepted = await readAcceptedBreaks(folder);
  const signatures = base === undefined ? await signaturesSinceRelease(folder) : [];
  const diff = await compareContracts(before, after, accepted, signatures);
  const text = report(diff, format);
  if (values.output !== undefined) await writeReport(values.output, text, folder);
  const stdout = values.output === undefined ? text : "";
  const idle = base === undefined ? idleEntries(accepted, diff.documents) : [];
  // The report is printed all the same: it has the words that the entries need.
  if (idle.length > 0) return { code: 1, stdout, stderr: `${new ProblemsError("accepted breaks", idle).message}\n` };
  return { code: openBreaks(diff).length > 0 ? 1 : 0, stdout };
}

function readFormat(name = "text"): Format {
  const format = formats.find((one) => one === name);
  if (format === undefined) throw new SentenceError(`--format takes ${formats.join(", ")}, not "${name}".\n${usage}`);
  return format;
}

/** Compares the titles, because breaks of another API would be meaningless here. */
function refuseControl({ name, platform }: Contract, current: Contract): void {
  if (platform.info.title !== current.control?.info.title) return;
  throw new SentenceError(
    `${name} is the document of the control API, "${platform.info.title}". BASE is that of the platform, or a folder such as ` +
      "spec/released, in which the one of the control API is control/openapi.yaml.",
  );
}

async function writeReport(file: string, text: string, folder: string): Promise<void> {
  await writeFile(resolve(folder, file), text).catch((error: NodeJS.ErrnoException) => {
    throw new SentenceError(`${file} cannot be written (${error.code}).`);
  });
}
