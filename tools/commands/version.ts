/** pnpm version:packages: creates the version that the changesets require, in a copy whose files replace the originals at the end. */
import { readWords, runCommand } from "../commandLine.ts";
import { makeVersion } from "../diff/commands/version.ts";
import { inDraft } from "./draft.ts";
import { untilEnded } from "./untilEnded.ts";

await runCommand(async () => {
  readWords("Usage: npx pnpm version:packages", {});
  const signal = untilEnded();
  const version = await inDraft(process.cwd(), signal, (draft) => makeVersion(draft, signal));
  return { code: 0, stdout: `Version ${version}. Review the changelogs, then commit everything.\n` };
});
