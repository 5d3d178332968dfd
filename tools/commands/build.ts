/**
 * pnpm build [--check] [TASK …]: generates the code, and then runs tasks from turbo.json (by default `build`) and their dependencies.
 * Exits with turbo's exit code.
 */
import { type CommandResult, readWords, runCommand } from "../commandLine.ts";
import { repository } from "../repository.ts";
import { changedFiles } from "./changedFiles.ts";
import { runTasks } from "./turbo.ts";

const usage = `Usage: npx pnpm build [--check] [TASK …]

TASK is a task of turbo.json, by default build. npx pnpm run docs runs the task reference.
With --check, the command fails if the generated code was out of date.`;

async function main(): Promise<CommandResult> {
  const { values, positionals } = readWords(usage, { check: { type: "boolean" } }, Number.POSITIVE_INFINITY);
  const build = () => runTasks(positionals.length === 0 ? ["build"] : positionals);
  if (!values.check) return { code: await build() };
  // Turbo may restore the generated code from its cache, so only the files show whether they were out of date.
  const { result: code, changed } = await changedFiles(Object.values(repository.folders), build);
  if (code !== 0 || changed.length === 0) return { code };
  return { code: 1, stderr: `The generated code was out of date. These files have been corrected:\n  ${changed.join("\n  ")}\n` };
}

await runCommand(main);
