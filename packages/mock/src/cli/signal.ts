import { fstatSync } from "node:fs";
import { finished } from "node:stream";
import { UsageError } from "./usageError.ts";

/** Leaves one of the five seconds of `onEnd` for closing the database. */
export const drainMs = 4_000;
const endWithinMs = 4_900;

/**
 * On a signal, calls `end` and exits within five seconds. A second signal ends the process immediately.
 * @param withParent whether a closed standard input has the same effect. The pipe closes however the parent ends, and also if `npx` or a
 * shell is between the parent and this process
 * @returns a function that has the effect of a signal
 * @throws UsageError when standard input is not a pipe
 */
export function onEnd(end: () => Promise<void>, { withParent }: { readonly withParent: boolean }): () => void {
  if (withParent) rejectOtherInput();
  const stop = () => {
    setTimeout(() => process.exit(), endWithinMs).unref();
    void end().then(() => process.exit());
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  if (withParent) finished(process.stdin.resume(), { writable: false }, stop);
  return stop;
}

/** Otherwise, the mock would end immediately, or never. */
function rejectOtherInput(): void {
  const input = fstatSync(0);
  if (input.isFIFO() || input.isSocket()) return;
  const kind = process.stdin.isTTY ? "a terminal" : input.isFile() ? "a file" : "ignored";
  throw new UsageError(
    `--end-with-parent requires a pipe as standard input, because a pipe closes when the parent ends. Standard input is ${kind}. With spawn, use stdio: ["pipe", …].`,
  );
}
