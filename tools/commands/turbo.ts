import { type ChildProcess, spawn } from "node:child_process";

let running: ChildProcess | undefined;

/**
 * Runs turbo's tasks in the foreground, code generation first; turbo.json says why it comes alone. Resolves to the exit code.
 */
export async function runTasks(tasks: readonly string[], ...options: readonly string[]): Promise<number> {
  const generated = await turbo(["generate", "--output-logs=errors-only"]);
  return generated === 0 ? turbo([...tasks, ...options]) : generated;
}

/** Ends what is running. */
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

/** No tool reports to its maker, and none prints advertisements. */
export function quietEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: "1",
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    DO_NOT_TRACK: "1",
  };
}
