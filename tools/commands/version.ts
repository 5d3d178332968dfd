/**
 * pnpm version:packages: makes of the changesets a version. All of it is made in a copy and then taken over. It refuses, and changes
 * nothing, where `pnpm api:diff` or `pnpm change:check` would.
 */
import { readWords, runCommand } from "../commandLine.ts";
import { makeVersion } from "../diff/commands/version.ts";
import { inDraft } from "./draft.ts";
import { untilEnded } from "./untilEnded.ts";

await runCommand(async () => {
  readWords("Usage: npx pnpm version:packages", {});
  const { signal, stop } = untilEnded();
  try {
    const version = await inDraft(process.cwd(), signal, (draft) => makeVersion(draft, signal));
    return { code: 0, stdout: `Version ${version}. Look at the changelogs, then commit everything.\n` };
  } finally {
    stop();
  }
});
