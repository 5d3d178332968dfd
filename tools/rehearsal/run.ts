/** Programs that the rehearsal runs: to their end, or until they have served their time. */
import { type ChildProcess, spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { quietEnvironment } from "../environment.ts";

/** The repository that rehearses, not the copy of it that is released. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url));

/** A program that failed, or ended before it was ready; the message is its command and all that it has printed. */
export class ProgramError extends Error {}

export interface RunOptions {
  /** Where it runs. */
  readonly folder: string;
  /** By default {@link rehearsalEnvironment}. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Aborted when all comes to an end: the program is ended, and everything that it has started. */
  readonly signal: AbortSignal;
}

/** Runs a program to its end. Resolves to what it has printed to stdout. @throws ProgramError when it fails */
export async function run(words: readonly string[], options: RunOptions): Promise<string> {
  const { child, output, closed } = start(words, options);
  let stdout = "";
  child.stdout?.on("data", (chunk) => (stdout += chunk));
  const code = await closed;
  if (code !== 0) throw new ProgramError(`${words.join(" ")}\n${output().trim()}\n(exit code ${code})`);
  return stdout;
}

export interface Served {
  /** What the pattern has found. */
  readonly found: string;
  end(): Promise<void>;
}

/** Starts a program that serves, and waits until it prints what the pattern finds. @throws ProgramError when it ends before that */
export async function serve(words: readonly string[], ready: RegExp, options: RunOptions): Promise<Served> {
  const { child, output, closed } = start(words, options);
  const found = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", () => {
      const match = ready.exec(output());
      if (match !== null) resolve(match[1] ?? match[0]);
    });
    closed.then((code) => reject(new ProgramError(`${words.join(" ")}\n${output().trim()}\n(it ended with exit code ${code})`)), reject);
  });
  const end = async (): Promise<void> => {
    endGroup(child);
    await closed;
  };
  return { found, end };
}

interface Started {
  readonly child: ChildProcess;
  readonly closed: Promise<number | null>;
  /** All that it has printed so far. */
  output(): string;
}

function start([program = "", ...programArguments]: readonly string[], options: RunOptions): Started {
  const { folder, environment = rehearsalEnvironment(), signal } = options;
  signal.throwIfAborted();
  // A group of its own, so that ending it ends what it has started as well.
  const child = spawn(program, programArguments, { cwd: folder, env: environment, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  child.stdout?.on("data", (chunk) => (printed += chunk));
  child.stderr?.on("data", (chunk) => (printed += chunk));
  const onAbort = (): void => endGroup(child);
  signal.addEventListener("abort", onAbort, { once: true });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on("error", (error) => reject(new ProgramError(`${program} cannot be run: ${error.message}`)));
    child.on("close", resolve);
  }).finally(() => signal.removeEventListener("abort", onAbort));
  return { child, closed, output: () => printed };
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, "SIGTERM");
  } catch {
    // It has ended by itself in this moment.
  }
}

/** What proves who publishes, to npm and to those who sign. */
const proofs = /^(node_auth_token$|npm_token$|npm_id_token$|sigstore_id_token$|actions_id_token_)/i;

/**
 * The environment of the one who rehearses, with the tools of the repository, without reports to anybody, and without what proves who
 * publishes: a rehearsal runs the code of everybody. This machine needs no proxy.
 */
export function rehearsalEnvironment(): NodeJS.ProcessEnv {
  const direct = [process.env["NO_PROXY"] ?? process.env["no_proxy"], "127.0.0.1"].filter((hosts) => hosts !== undefined).join(",");
  const others = Object.entries(quietEnvironment()).filter(([name]) => !proofs.test(name));
  return {
    ...Object.fromEntries(others),
    NO_COLOR: "1",
    FORCE_COLOR: "0",
    NO_PROXY: direct,
    no_proxy: direct,
    PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
  };
}
