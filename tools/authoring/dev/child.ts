/** The processes of `pnpm dev`. Each leads a process group, so that Ctrl+C does not reach it and it ends with everything it started. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { quietEnvironment } from "../../environment.ts";

/** The options of Node with which the packages run from their sources. */
export const sourceOptions: readonly string[] = [
  "--conditions=@crm-platform/source",
  `--import=${new URL("../../jsx.ts", import.meta.url).href}`,
];

/** Starts a program of this folder. */
export function start(program: string): ChildProcess {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child = fork(file, { detached: true, env: quietEnvironment(), execArgv: [...sourceOptions] });
  // A message to a process that is just ending fails; its exit is noticed anyway.
  child.on("error", () => {});
  return child;
}

/** Resolves to the next message of a process, or to nothing when the process ends first. */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message | undefined> {
  if (!isAlive(child)) return undefined;
  const abort = new AbortController();
  const { signal } = abort;
  const message = once(child, "message", { signal }).then(([first]) => first as Message);
  const exited = once(child, "exit", { signal }).then(() => undefined);
  try {
    return await Promise.race([message, exited]);
  } finally {
    abort.abort();
    await Promise.allSettled([message, exited]);
  }
}

/** Kills a process and everything that it has started. Resolves when the process has ended. */
export async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined) return;
  const exited = isAlive(child) ? once(child, "exit") : undefined;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has ended, or the system has no groups.
    child.kill("SIGKILL");
  }
  await exited;
}

function isAlive({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}
