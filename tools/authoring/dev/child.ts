/**
 * Starts and ends the child processes of `pnpm dev`. Each process leads its own process group, so Ctrl+C does not reach it, and its
 * children can be ended with it.
 */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { quietEnvironment } from "../../environment.ts";

/** Starts a program that loads the packages from their source files. */
export function start(words: readonly string[], stdio: StdioOptions): ChildProcess {
  const options = ["--conditions=@crm-platform/source", `--import=${new URL("../../jsx.ts", import.meta.url).href}`];
  const child = spawn(process.execPath, [...options, ...words], {
    detached: true,
    env: quietEnvironment(),
    stdio,
  });
  // Sending a message to a process that is ending fails. The error is ignored, because the exit is handled separately.
  child.on("error", () => {});
  return child;
}

/** Ends a process and all processes that it has started. Resolves when the process has exited. */
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
