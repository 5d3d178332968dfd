/** pnpm version:packages: creates the version that the changesets require. */
import { readWords, runCommand } from "../commandLine.ts";
import { makeVersion } from "../gate/commands/version.ts";
import { untilEnded } from "./untilEnded.ts";
import { withRollback } from "./withRollback.ts";

await runCommand(async () => {
  readWords("Usage: npx pnpm version:packages", {});
  const signal = untilEnded();
  const version = await withRollback(".", signal, () => makeVersion(".", signal));
  return { code: 0, stdout: `Version ${version}. Review the changelogs, then commit everything.\n` };
});
