/** Child processes of `pnpm dev`. Each leads its own process group, so Ctrl+C does not reach it, and its own children are killed with it. */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { quietEnvironment } from "../../environment.ts";

export function start(words: readonly string[], stdio: StdioOptions): ChildProcess {
  const options = ["--conditions=@crm-platform/source", `--import=${new URL("../../jsx.ts", import.meta.url).href}`];
  const child = spawn(process.execPath, [...options, ...words], {
    detached: true,
    env: quietEnvironment(),
    stdio,
  });
  // Sending a message fails if the process is exiting. The error is ignored, because the exit is handled separately.
  child.on("error", () => {});
  return child;
}

/** Sends a signal to a process and to all processes that it has started. Resolves when the process has exited. */
export async function kill(child: ChildProcess | undefined, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already ended, or the system does not support process groups.
    child.kill(signal);
  }
  await exited;
}
