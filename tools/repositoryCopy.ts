/** Copies of the repository, for what changes it. */
import { execFile } from "node:child_process";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Copies the files that git tracks or would track, without the history, into a new folder that the caller removes.
 * @param parent where that folder is created
 * @param from the repository
 */
export async function copyOfRepository(parent: string = tmpdir(), from: string = root): Promise<string> {
  const folder = await mkdtemp(join(parent, "crm-platform-copy-"));
  const { stdout } = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: from,
    maxBuffer: 16 * 1024 * 1024,
  });
  for (const file of stdout.split("\0").filter((name) => name !== "")) await cp(join(from, file), join(folder, file)).catch(ignoreMissing);
  await run("git", ["init", "--quiet"], { cwd: folder });
  await run("git", ["add", "--all"], { cwd: folder });
  return folder;
}

/** A file that is deleted and not yet committed is known to git and not there. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** Installs what a copy needs, from what this machine has. @throws Error with what the package manager has printed */
export async function install(folder: string): Promise<void> {
  await run(join(root, "node_modules/.bin/pnpm"), ["install", "--frozen-lockfile", "--prefer-offline"], { cwd: folder });
}
