import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { programEnvironment } from "../environment.ts";

const run = promisify(execFile);
const cli = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");

/** Redocly visits schemas recursively and overflows the default stack on a chain of 500. Most systems limit the main thread to 8 MB. */
const stackKilobytes = 6000;

export interface RedoclyRun {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

export async function redocly(commandArguments: readonly string[], folder = "."): Promise<RedoclyRun> {
  try {
    const { stdout, stderr } = await run(process.execPath, [`--stack-size=${stackKilobytes}`, cli, ...commandArguments], {
      cwd: folder,
      maxBuffer: 256 * 1024 * 1024,
      env: { ...programEnvironment(), NO_COLOR: "1" },
    });
    return { ok: true, stdout, stderr };
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return { ok: false, stdout, stderr: stderr === "" ? String(error) : stderr };
  }
}
