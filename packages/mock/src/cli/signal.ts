/** Answers under way have this long after a signal; closing the database has the rest of five seconds. */
export const drainMs = 4_000;
const endWithinMs = 4_900;

/** Ends the process on SIGINT or SIGTERM, after `end`, and within five seconds in any case. A second signal ends it at once. */
export function onSignal(end: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(), endWithinMs).unref();
      void end().then(() => process.exit());
    });
  }
}
