/** How long responses may take after a signal. The rest of five seconds is for closing the database. */
export const drainMs = 4_000;
const endWithinMs = 4_900;

/** Calls `end` on SIGINT or SIGTERM, and exits within five seconds in any case. A second signal exits at once. */
export function onSignal(end: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(), endWithinMs).unref();
      void end().then(() => process.exit());
    });
  }
}
