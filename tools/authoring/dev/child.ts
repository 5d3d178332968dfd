import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

/** How long what has been killed may take to be gone. */
const patienceMs = 1_000;

/** For `fork` and `spawn`: a group of its own, which Ctrl+C does not reach, and which ends as a whole. */
export const ownGroup = { detached: true } as const;

/** The words for Node of every process of `pnpm dev`. */
export const childArguments: readonly string[] = [`--import=${new URL("endWithDev.ts", import.meta.url).href}`];

/** The words for Node with which the packages run from their sources. */
export const sourceArguments: readonly string[] = [
  ...childArguments,
  "--conditions=@crm-platform/source",
  `--import=${new URL("../../jsx.ts", import.meta.url).href}`,
];

/** Whether a process has been started and has not ended. */
export function isAlive({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

/**
 * Ends a process in `ownGroup` and all that it has started, at once: code that does not end listens to nothing else. Resolves when
 * none of them can write any more. Never rejects.
 */
export async function endGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const exited = isAlive(child) ? once(child, "exit") : undefined;
  if (!signalGroup(pid, "SIGKILL")) child.kill("SIGKILL");
  await exited?.catch(() => {});
  const last = performance.now() + patienceMs;
  while (signalGroup(pid, 0) && performance.now() < last) await setTimeout(2);
}

/** Resolves to whether there is such a group. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
