import { onLauncherGone } from "./launcher.ts";

/** The exit codes of what ends a command: Ctrl+C, a polite request, and a terminal that is closed. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Tells when somebody ends a command. */
export interface Ending {
  /** Aborted then; its reason is the exit code, a number. */
  readonly signal: AbortSignal;
  /** From now on the signals end the process at once again, as they do by themselves. */
  stop(): void;
}

/**
 * Waits for somebody to end this process: by a signal, or by ending the npx that has started it. The command itself has to end then;
 * to end it once more does nothing, as what it has to tidy up takes seconds at most.
 */
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
