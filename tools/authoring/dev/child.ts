/** The processes of `pnpm dev`. Each leads a process group, so that Ctrl+C does not reach it, and its children end with it. */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { quietEnvironment } from "../../environment.ts";

/** Starts a program, with the packages loaded from their sources. */
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

/** Ends a process and everything it has started. Resolves when the process has ended. */
export async function kill(child: ChildProcess | undefined, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended, or the system has no groups.
    child.kill(signal);
  }
  await exited;
}
