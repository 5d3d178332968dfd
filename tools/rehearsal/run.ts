import { type ChildProcess, spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { SentenceError } from "../commandLine.ts";
import { programEnvironment } from "../environment.ts";
import { root } from "../root.ts";

/** The message contains the command and its output. */
export class ProgramError extends SentenceError {}

export interface RunOptions {
  readonly folder: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** When aborted, ends the program and all processes that it has started. */
  readonly signal: AbortSignal;
}

/** Resolves to stdout. @throws ProgramError when the program fails */
export async function run(words: readonly string[], options: RunOptions): Promise<string> {
  const { child, output, closed } = start(words, options);
  let stdout = "";
  child.stdout?.on("data", (chunk) => (stdout += chunk));
  const code = await closed;
  if (code !== 0) throw new ProgramError(`${words.join(" ")}\n${output().trim()}\n(exit code ${code})`);
  return stdout;
}

export interface Server extends AsyncDisposable {
  readonly url: string;
}

/**
 * @param ready matches what the server prints when it is ready, with its URL as the first group
 * @throws ProgramError when the server ends before it is ready
 */
export async function serve(words: readonly string[], ready: RegExp, options: RunOptions): Promise<Server> {
  const { child, output, closed } = start(words, options);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", () => {
      const address = ready.exec(output())?.[1];
      if (address !== undefined) resolve(address);
    });
    closed.then(
      (code) => reject(new ProgramError(`${words.join(" ")}\n${output().trim()}\n(exited with ${code} before it was ready)`)),
      reject,
    );
  });
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      endGroup(child);
      await closed;
    },
  };
}

interface Started {
  readonly child: ChildProcess;
  readonly closed: Promise<number | null>;
  output(): string;
}

function start([program = "", ...programArguments]: readonly string[], options: RunOptions): Started {
  const { folder, environment = rehearsalEnvironment(), signal } = options;
  signal.throwIfAborted();
  // The program runs in a process group, so that ending the group also ends its children.
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
  } catch {}
}

const credentials = /^(node_auth_token$|npm_token$|npm_id_token$|sigstore_id_token$|actions_id_token_)/i;

/** Returns the environment with telemetry disabled, without the publisher's credentials, and with no proxy for localhost. */
export function rehearsalEnvironment(): NodeJS.ProcessEnv {
  const direct = [process.env["NO_PROXY"] ?? process.env["no_proxy"], "127.0.0.1"].filter((hosts) => hosts !== undefined).join(",");
  const others = Object.entries(programEnvironment()).filter(([name]) => !credentials.test(name));
  return {
    ...Object.fromEntries(others),
    NO_COLOR: "1",
    FORCE_COLOR: "0",
    NO_PROXY: direct,
    no_proxy: direct,
    PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
  };
}
