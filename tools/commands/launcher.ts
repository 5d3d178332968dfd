import { execFileSync } from "node:child_process";

/**
 * Calls back when the npx that started all this is gone. It dies of a SIGTERM without passing it on, and pnpm would go on
 * without it: a server that nobody sees would keep the port. Where there is no npx, nothing is watched.
 */
export function onLauncherGone(callback: () => void): void {
  const launcher = findLauncher(process.ppid);
  if (launcher === undefined) return;
  const watch = setInterval(() => {
    if (isAlive(launcher)) return;
    clearInterval(watch);
    callback();
  }, 500);
  watch.unref();
}

/** The nearest ancestor that calls itself `npm exec`, which is what npx is. */
function findLauncher(processId: number): number | undefined {
  // npm leaves its version in the environment; pnpm alone does not set it.
  if (process.env["npm_config_npm_version"] === undefined || processId <= 1) return undefined;
  const [, parent, command] = /^\s*(\d+)\s+(.*)$/.exec(describe(processId)) ?? [];
  if (command?.startsWith("npm exec") || command?.includes("/npx")) return processId;
  return parent === undefined ? undefined : findLauncher(Number(parent));
}

/** Parent and command of a process; nothing where it, or `ps`, does not exist. */
function describe(processId: number): string {
  try {
    return execFileSync("ps", ["-o", "ppid=,args=", "-p", String(processId)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "";
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
