/** pnpm build [TASK …]: runs the tasks, by default `build`, with what they need before them. Exits as turbo does. */
import { readWords, runCommand } from "../commandLine.ts";
import { runTasks } from "./turbo.ts";

const usage = `Usage: npx pnpm build [TASK …]

The tasks are those of turbo.json, for example reference, which npx pnpm run docs is short for; without one it is build.`;

async function main(): Promise<number> {
  const tasks = readWords(usage, {}, Number.POSITIVE_INFINITY).positionals;
  return runTasks(tasks.length === 0 ? ["build"] : tasks);
}

await runCommand(main);
