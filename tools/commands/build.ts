/** pnpm build [TASK …]: runs the tasks, by default `build`, with what they need before them. Exits as turbo does. */
import { runTasks } from "./turbo.ts";

const tasks = process.argv.slice(2);
process.exitCode = await runTasks(tasks.length === 0 ? ["build"] : tasks);
