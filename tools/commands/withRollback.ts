import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { SentenceError } from "../commandLine.ts";

const run = promisify(execFile);

/**
 * Runs a function that changes files of the repository. If the function fails or is interrupted, git restores the files.
 * @throws SentenceError when a file contains changes that are not in git's index, or when the function is interrupted
 */
export async function withRollback<Result>(folder: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  const git = async (...words: string[]): Promise<string> => (await run("git", words, { cwd: folder })).stdout;
  const changes = (await git("diff", "--name-only")) + (await git("ls-files", "--others", "--exclude-standard"));
  if (changes !== "")
    throw new SentenceError(`Commit or stash these files first, because a failure undoes all changes:\n${changes.trimEnd()}`);
  try {
    const result = await work();
    signal.throwIfAborted();
    return result;
  } catch (error) {
    await git("restore", ".");
    await git("clean", "--force", "-d", "--quiet");
    // If the command was interrupted, the error is only a consequence of the interruption.
    throw signal.aborted ? new SentenceError("Interrupted. All changes were undone.") : error;
  }
}
