/** `pnpm dev` in a copy of the repository, for its test and its measurement. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";

export interface DevSession {
  readonly url: string;
  /** Of the demo account, once a mock has started. */
  readonly accessToken: string;
  /** What it has printed so far. */
  output(): string;
  /** Waits until it has printed a text since the last edit, for ten seconds. */
  printed(text: string): Promise<void>;
  /** Waits until it has nothing more to tell: what is edited next is told alone. */
  settled(): Promise<void>;
  /** Replaces a text in a file of the copy. */
  edit(file: string, text: string, by: string): Promise<void>;
  /** Presses Ctrl+C, or closes its terminal. Resolves when it has ended. */
  interrupt(signal?: "SIGINT" | "SIGHUP"): Promise<void>;
  /** Kills it, and leaves it no time to end what it has started. */
  kill(): void;
}

/** An edit is followed, and told, in less. */
const quietMs = 2_500;

/**
 * Starts it in the folder of an installed copy, and waits until it is ready.
 * @param variables what its environment has beside this one's
 * @param port where it is to listen; 0 for any
 */
export async function startDev(folder: string, variables: NodeJS.ProcessEnv = {}, port = 0): Promise<DevSession> {
  const environment = {
    ...process.env,
    ...variables,
    NO_COLOR: "1",
    PATH: [join(folder, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
  };
  // A group of its own, as a terminal has it: Ctrl+C goes to all of them.
  const child = spawn("pnpm", ["--silent", "run", "dev", "--port", String(port)], { cwd: folder, env: environment, detached: true });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  let lastEdit = 0;
  const printed = async (text: string, seconds = 10): Promise<void> => {
    const last = performance.now() + seconds * 1000;
    while (!output.includes(text, lastEdit)) {
      if (child.exitCode !== null || performance.now() > last) throw new Error(`It has not printed "${text}":\n${output}`);
      await setTimeout(5);
    }
  };
  const signalAll = (signal: NodeJS.Signals): void => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) process.kill(-child.pid, signal);
  };
  const closed = once(child, "close");
  const interrupt = async (signal: NodeJS.Signals = "SIGINT"): Promise<void> => {
    signalAll(signal);
    await closed;
  };
  await printed("Ctrl+C ends it.", 60).catch(async (error: unknown) => {
    await interrupt();
    throw error;
  });
  return {
    url: /API\s+(\S+)/.exec(output)?.[1] ?? "",
    get accessToken() {
      return /Token +(\S+)$/m.exec(output)?.[1] ?? "";
    },
    output: () => output,
    printed,
    async settled() {
      let length = -1;
      while (length !== output.length) {
        length = output.length;
        await setTimeout(quietMs);
      }
    },
    async edit(file, text, by) {
      const path = join(folder, file);
      const before = await readFile(path, "utf8");
      if (!before.includes(text)) throw new Error(`${file} has no "${text}".`);
      lastEdit = output.length;
      await writeFile(path, before.replace(text, by));
    },
    interrupt,
    kill: () => signalAll("SIGKILL"),
  };
}
