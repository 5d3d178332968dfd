/** Leaves a second to close the database; see `onSignal`. */
export const drainMs = 4_000;
const endWithinMs = 4_900;

/** Exits within five seconds, or at once on a second signal. */
export function onSignal(end: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(), endWithinMs).unref();
      void end().then(() => process.exit());
    });
  }
}
