import { runProgram } from "../program.ts";

interface TaskOptions {
  /** Whether to generate the code even if turbo's cache contains it. */
  readonly regenerate?: boolean | undefined;
  /** Whether to print only the output of tasks that fail. */
  readonly quiet?: boolean;
}

const errorsOnly = "--output-logs=errors-only";

/** Generation is a separate step for the reason stated in turbo.json. If it is the only task, turbo runs once. Resolves to the exit code. */
export async function runTasks(tasks: readonly string[], { regenerate = false, quiet = false }: TaskOptions = {}): Promise<number> {
  const exitCode = await runProgram(["turbo", "run", "generate", errorsOnly, ...(regenerate ? ["--force"] : [])]);
  const others = tasks.filter((task) => task !== "generate");
  if (exitCode !== 0 || others.length === 0) return exitCode ?? 1;
  return (await runProgram(["turbo", "run", ...others, ...(quiet ? [errorsOnly] : [])])) ?? 1;
}
