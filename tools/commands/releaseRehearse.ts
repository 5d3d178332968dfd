/**
 * pnpm release:rehearse: rehearses a release on a copy of the repository as it stands: makes the version, publishes to a registry that
 * runs on this machine and holds nothing but our packages, installs them in empty projects and runs the READMEs' examples there.
 * Exits with 1 at the first step that fails, and tells which and why. Changes nothing here.
 */
import { readWords, runCommand } from "../commandLine.ts";
import { rehearse } from "../rehearsal/rehearse.ts";
import { root } from "../rehearsal/run.ts";
import { untilEnded } from "./untilEnded.ts";

async function main(): Promise<number> {
  readWords("Usage: npx pnpm release:rehearse", {});
  const { signal } = untilEnded();
  const start = performance.now();
  try {
    const { version, hasChangesets } = await rehearse(root, console.log, signal);
    const time = `rehearsed in ${Math.round((performance.now() - start) / 1000)} s`;
    // Without changesets it may be out already, and that is for the registry to know.
    if (hasChangesets) console.log(`Version ${version} can be released (${time}).`);
    else console.log(`No changeset waits for the next version. Version ${version} can be released as it stands (${time}).`);
    return 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    console.error("The rehearsal was ended.");
    return signal.reason;
  }
}

await runCommand(main);
