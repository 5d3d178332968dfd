import { onLauncherGone } from "./launcher.ts";

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export interface Ending {
  /** Aborted when the command must end. The abort reason is the exit code. */
  readonly signal: AbortSignal;
  /** Restores the default effect of the signals, which is to end the process immediately. */
  stop(): void;
}

/** Watches for signals and for the end of npx, so that the command can clean up first. */
export function untilEnded(): Ending {
  const controller = new AbortController();
  const end = (signal: NodeJS.Signals): void => controller.abort(exitCodes[signal as keyof typeof exitCodes]);
  const signals = Object.keys(exitCodes) as (keyof typeof exitCodes)[];
  for (const signal of signals) process.on(signal, end);
  onLauncherGone(() => end("SIGTERM"));
  return {
    signal: controller.signal,
    stop: () => {
      for (const signal of signals) process.off(signal, end);
    },
  };
}
