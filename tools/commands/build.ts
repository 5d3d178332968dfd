/** pnpm build [--check] [TASK …]: generates the code, and runs tasks from turbo.json, by default `build`, with their dependencies. */
import { type CommandResult, readWords, runCommand } from "../commandLine.ts";
import { withoutIgnored } from "../ignoredFiles.ts";
import { repository } from "../repository.ts";
import { changedFiles } from "./changedFiles.ts";
import { runTasks } from "./turbo.ts";

const usage = `Usage: npx pnpm build [--check] [TASK …]

TASK is a task of turbo.json, by default build. npx pnpm run docs runs the task reference.
With --check, the command generates the code even if it is cached, and fails if the committed code was out of date.`;

async function main(): Promise<CommandResult> {
  const { values, positionals } = readWords(usage, { check: { type: "boolean" } }, Number.POSITIVE_INFINITY);
  const build = () => runTasks(positionals.length === 0 ? ["build"] : positionals, { regenerate: values.check });
  if (!values.check) return { code: await build() };
  const { result: code, paths: changedPaths } = await changedFiles(Object.values(repository.folders), build);
  const stale = withoutIgnored(changedPaths);
  if (stale.length === 0) return { code };
  const stderr = `The generated code was out of date. These files have been corrected:\n  ${stale.join("\n  ")}\n`;
  return { code: code || 1, stderr };
}

await runCommand(main);
