import { runProgram } from "../program.ts";

/** Generation is a separate step for the reason stated in turbo.json. Resolves to the exit code. */
export async function runTasks(tasks: readonly string[], ...options: readonly string[]): Promise<number> {
  const generated = await runProgram(["turbo", "run", "generate", "--output-logs=errors-only"]);
  return (generated === 0 ? await runProgram(["turbo", "run", ...tasks, ...options]) : generated) ?? 1;
}
