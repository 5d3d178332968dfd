import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { quietEnvironment } from "../../environment.ts";

const run = promisify(execFile);
const cli = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");

/**
 * Redocly visits schemas recursively, and overflows the default stack on a chain of 500. Most systems give the main thread 8 MB, of
 * which native frames need a part.
 */
const stackKilobytes = 6000;

/** What a Redocly command printed, and whether it was content. */
export interface RedoclyRun {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs one Redocly command in its own process; the linter has no library of the same version.
 * @param folder where it runs
 */
export async function redocly(commandArguments: readonly string[], folder = "."): Promise<RedoclyRun> {
  try {
    const { stdout, stderr } = await run(process.execPath, [`--stack-size=${stackKilobytes}`, cli, ...commandArguments], {
      cwd: folder,
      maxBuffer: 256 * 1024 * 1024,
      env: { ...quietEnvironment(), NO_COLOR: "1" },
    });
    return { ok: true, stdout, stderr };
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return { ok: false, stdout, stderr: stderr === "" ? String(error) : stderr };
  }
}
