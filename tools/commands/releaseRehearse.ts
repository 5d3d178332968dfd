/** pnpm release:rehearse: rehearses a release on a copy of the repository. Stops at the first step that fails, and exits with 1. */
import { readWords, runCommand } from "../commandLine.ts";
import { rehearse } from "../rehearsal/rehearse.ts";
import { root } from "../root.ts";
import { untilEnded } from "./untilEnded.ts";

async function main(): Promise<number> {
  readWords("Usage: npx pnpm release:rehearse", {});
  const signal = untilEnded();
  const start = performance.now();
  try {
    const { version, isNew } = await rehearse(root, console.log, signal);
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`Version ${version}${isNew ? "" : ", without new changesets,"} can be released (rehearsed in ${seconds} s).`);
    return 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    console.error("The rehearsal was interrupted.");
    return signal.reason;
  }
}

await runCommand(main);
