import { spawn } from "node:child_process";
import { programEnvironment } from "./environment.ts";

/** Runs a program that prints to this process's output, and ends it when this process exits. Resolves to its exit code. */
export function runProgram(
  [program = "", ...programArguments]: readonly string[],
  options: { readonly cwd?: string; readonly signal?: AbortSignal } = {},
): Promise<number | null> {
  const child = spawn(program, programArguments, { ...options, env: programEnvironment(), stdio: ["ignore", "inherit", "inherit"] });
  const end = (): void => void child.kill();
  process.once("exit", end);
  child.on("close", () => process.off("exit", end));
  return new Promise((resolve, reject) => {
    // A program that was aborted also emits `close`.
    child.on("error", (error) => (options.signal?.aborted ? undefined : reject(error)));
    child.on("close", resolve);
  });
}
