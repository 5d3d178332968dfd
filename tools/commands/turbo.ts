import { type ChildProcess, spawn } from "node:child_process";
import { quietEnvironment } from "../environment.ts";

let running: ChildProcess | undefined;

/** Generation is a separate step for the reason stated in turbo.json. Resolves to the exit code. */
export async function runTasks(tasks: readonly string[], ...options: readonly string[]): Promise<number> {
  const generated = await turbo(["generate", "--output-logs=errors-only"]);
  return generated === 0 ? turbo([...tasks, ...options]) : generated;
}

export function stopTasks(signal: NodeJS.Signals): void {
  running?.kill(signal);
}

function turbo(words: readonly string[]): Promise<number> {
  running = spawn("turbo", ["run", ...words], { env: quietEnvironment(), stdio: ["ignore", "inherit", "inherit"] });
  return new Promise((resolve, reject) => {
    running?.on("error", reject);
    running?.on("close", (code) => resolve(code ?? 1));
  });
}
