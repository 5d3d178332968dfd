/** Ends the process on SIGINT or SIGTERM, after `end`. A second signal does not wait for it. */
export function onSignal(end: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      void end().then(() => process.exit());
    });
  }
}
