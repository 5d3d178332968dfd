import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rename, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";

export interface DevSession {
  readonly url: string;
  readonly accessToken: string;
  output(): string;
  /** Resolves once the text has been printed since the last edit. Rejects if the process ends first. */
  waitForOutput(text: string): Promise<void>;
  edit(file: string, text: string, by: string, expected?: string): Promise<void>;
  interrupt(): Promise<void>;
}

/** The folder must contain the dependencies. Resolves when `pnpm dev` is ready. */
export async function startDev(folder: string, variables: NodeJS.ProcessEnv = {}): Promise<DevSession> {
  const environment = {
    ...process.env,
    ...variables,
    NO_COLOR: "1",
    PATH: [join(folder, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
  };
  // The command runs in a process group, as in a terminal, so that Ctrl+C reaches all its processes.
  const child = spawn("pnpm", ["--silent", "run", "dev", "--port", "0"], { cwd: folder, env: environment, detached: true });
  const closed = once(child, "close");
  let output = "";
  let lastEdit = 0;
  let onOutput = (): void => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      onOutput();
    });
  }
  const waitForOutput = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      onOutput = () => {
        if (output.includes(text, lastEdit)) resolve();
      };
      onOutput();
      void closed.then(() => reject(new Error(`The session ended without printing "${text}":\n${output}`)));
    });
  await waitForOutput("Press Ctrl+C to stop.");
  return {
    url: /API\s+(\S+)/.exec(output)?.[1] ?? "",
    accessToken: /Token +(\S+)$/m.exec(output)?.[1] ?? "",
    output: () => output,
    waitForOutput: waitForOutput,
    async edit(file, text, by, expected) {
      const path = join(folder, file);
      const before = await readFile(path, "utf8");
      if (!before.includes(text)) throw new Error(`${file} does not contain "${text}".`);
      lastEdit = output.length;
      // Writes and renames a file, like most editors, because a partially written file would be treated as another edit.
      await writeFile(`${path}~`, before.replace(text, by));
      await rename(`${path}~`, path);
      if (expected !== undefined) await waitForOutput(expected);
    },
    async interrupt() {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGINT");
      await closed;
    },
  };
}
