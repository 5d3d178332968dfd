/** Leaves one of the five seconds of `onSignal` for closing the database. */
export const drainMs = 4_000;
const endWithinMs = 4_900;

/** On a signal, calls `end` and exits within five seconds. A second signal ends the process immediately. */
export function onSignal(end: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(), endWithinMs).unref();
      void end().then(() => process.exit());
    });
  }
}
