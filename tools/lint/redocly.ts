import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { quietEnvironment } from "../environment.ts";

const run = promisify(execFile);
const cli = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");

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
    const { stdout, stderr } = await run(process.execPath, [cli, ...commandArguments], {
      cwd: folder,
      maxBuffer: 256 * 1024 * 1024,
      env: { ...quietEnvironment(), NO_COLOR: "1" },
    });
    return { ok: true, stdout, stderr };
  } catch (error) {
    const { stdout = "", stderr = String(error) } = error as { stdout?: string; stderr?: string };
    return { ok: false, stdout, stderr };
  }
}
