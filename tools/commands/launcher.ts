import { execFileSync } from "node:child_process";

/** npx does not forward SIGTERM, so the server would otherwise keep running and keep its port after npx has ended. */
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

/** Finds the nearest parent process whose command is `npm exec`, which is npx. */
function findLauncher(processId: number): number | undefined {
  // npm sets this variable; pnpm alone does not.
  if (process.env["npm_config_npm_version"] === undefined || processId <= 1) return undefined;
  const [, parent, command] = /^\s*(\d+)\s+(.*)$/.exec(describe(processId)) ?? [];
  if (command?.startsWith("npm exec") || command?.includes("/npx")) return processId;
  return parent === undefined ? undefined : findLauncher(Number(parent));
}

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
