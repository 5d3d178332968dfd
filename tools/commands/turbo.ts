import { spawn } from "node:child_process";
import { quietEnvironment } from "../environment.ts";

/** Generation is a separate step for the reason stated in turbo.json. Resolves to the exit code. */
export async function runTasks(tasks: readonly string[], ...options: readonly string[]): Promise<number> {
  const generated = await turbo(["generate", "--output-logs=errors-only"]);
  return generated === 0 ? turbo([...tasks, ...options]) : generated;
}

function turbo(words: readonly string[]): Promise<number> {
  const child = spawn("turbo", ["run", ...words], { env: quietEnvironment(), stdio: ["ignore", "inherit", "inherit"] });
  process.once("exit", () => child.kill());
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
