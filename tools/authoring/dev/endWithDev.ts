/**
 * Loaded before a process of `pnpm dev`: ends it, and all that it has started, once there is no `pnpm dev` any more. One that is
 * killed tells nobody, and code that does not end hears nothing, so a thread of its own looks.
 */
import { isMainThread, Worker } from "node:worker_threads";

/** How often it looks. */
const intervalMs = 500;

if (isMainThread) new Worker(new URL(import.meta.url), { execArgv: [] }).unref();
else {
  const dev = process.ppid;
  setInterval(() => {
    if (process.ppid === dev && isThere(dev)) return;
    // It leads a group; where there are no groups it ends alone.
    if (!kill(-process.pid)) kill(process.pid);
  }, intervalMs);
}

function isThere(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

function kill(id: number): boolean {
  try {
    return process.kill(id, "SIGKILL");
  } catch {
    return false;
  }
}
