import { inspect, type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { ProblemsError } from "./problems.ts";

/** An error that the user can fix. Its message is printed without a stack trace. */
export class SentenceError extends Error {}

class HelpRequested extends Error {}

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>;

/** `--help` and `-h` print the usage instead of running the command. @throws SentenceError with the usage when arguments are invalid */
export function readWords<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  maxPositionals = 0,
  words: readonly string[] = process.argv.slice(2),
): Parsed<Options> {
  // pnpm does not remove the `--` that precedes the options.
  const args = words.slice(words[0] === "--" ? 1 : 0);
  if (args.includes("--help") || args.includes("-h")) throw new HelpRequested(usage);
  const parsed = parsedWords(usage, args, options);
  const tooMuch = parsed.positionals[maxPositionals];
  if (tooMuch !== undefined) throw new SentenceError(`Unexpected argument "${tooMuch}".\n${usage}`);
  return parsed;
}

function parsedWords<Options extends ParseArgsOptionsConfig>(usage: string, args: string[], options: Options): Parsed<Options> {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new SentenceError(`${(error as Error).message}\n${usage}`);
  }
}

/** Parses the value of `--port`; 0 means any free port. @throws SentenceError when the value is not a port */
export function readPort(port: string): number {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new SentenceError(`--port must be a number from 0 to 65535. Found: "${port}".`);
}

export interface CommandResult {
  readonly code: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

type Main = () => number | CommandResult | Promise<number | CommandResult>;

/** Expected errors are printed without a stack trace; any other error is a bug. */
export async function runCommand(main: Main): Promise<void> {
  const { code, stdout = "", stderr = "" } = await resultOf(main);
  if (stdout !== "") process.stdout.write(stdout);
  if (stderr !== "") process.stderr.write(stderr);
  process.exitCode = code;
}

export async function resultOf(main: Main): Promise<CommandResult> {
  try {
    const result = await main();
    return typeof result === "number" ? { code: result } : result;
  } catch (error) {
    if (error instanceof HelpRequested) return { code: 0, stdout: `${error.message}\n` };
    return { code: 1, stderr: `${textOf(error)}\n` };
  }
}

function textOf(error: unknown): string {
  // After the first error, a resource could not be closed either.
  if (error instanceof SuppressedError) return `${textOf(error.suppressed)}\n${textOf(error.error)}`;
  return error instanceof SentenceError || error instanceof ProblemsError ? error.message : inspect(error);
}
