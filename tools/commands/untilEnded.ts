import { onLauncherGone } from "./launcher.ts";

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Returns a signal that is aborted, with the exit code as its reason, when the user or npx ends the command, so that it can clean up. */
export function untilEnded(): AbortSignal {
  const controller = new AbortController();
  for (const [signal, code] of Object.entries(exitCodes)) process.on(signal, () => controller.abort(code));
  onLauncherGone(() => controller.abort(exitCodes.SIGTERM));
  return controller.signal;
}
