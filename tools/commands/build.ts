/** pnpm build [TASK …]: runs tasks from turbo.json (by default `build`) and their dependencies. Exits with turbo's exit code. */
import { readWords, runCommand } from "../commandLine.ts";
import { runTasks } from "./turbo.ts";

const usage = `Usage: npx pnpm build [TASK …]

TASK is a task of turbo.json, by default build. npx pnpm run docs runs the task reference.`;

async function main(): Promise<number> {
  const tasks = readWords(usage, {}, Number.POSITIVE_INFINITY).positionals;
  return runTasks(tasks.length === 0 ? ["build"] : tasks);
}

await runCommand(main);
