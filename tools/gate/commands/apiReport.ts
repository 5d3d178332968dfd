import { type CommandResult, readWords, SentenceError } from "../../commandLine.ts";
import { runProgram } from "../../program.ts";
import { extractReports } from "../signatures/extract.ts";
import { compareReports, currentReports, describeSignatures, readReports, reportedPackages, writeReports } from "../signatures/reports.ts";

const usage = "Usage: npx pnpm api:report [--check]";

export async function apiReport(words: readonly string[], folder: string): Promise<CommandResult> {
  const { values } = readWords(usage, { check: { type: "boolean" } }, 0, words);
  const projects = reportedPackages.map((name) => `packages/${name}`);
  const code = await runProgram(["tsc", "--build", ...projects], { cwd: folder });
  if (code !== 0) throw new SentenceError("The packages do not compile; see the errors above.");
  const reports = await extractReports(folder);
  const changes = compareReports(await readReports(folder), reports);
  if (values.check && changes.length > 0) {
    return { code: 1, stderr: `${changes.map(describeSignatures).join("\n\n")}\n\nTo update the API reports, run: npx pnpm api:report\n` };
  }
  if (!values.check) await writeReports(reports, folder);
  const folders = reportedPackages.map(currentReports).join(" and ");
  return { code: 0, stdout: `The API reports in ${folders} ${values.check ? "are up to date" : "were written"}.\n` };
}
