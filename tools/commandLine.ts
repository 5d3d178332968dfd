import { inspect, type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { ProblemsError } from "./problems.ts";

/** Something that the person at the keyboard can mend; it is told in a sentence, without a stack. */
export class SentenceError extends Error {}

/** Not an error: somebody asked how a command is used. */
class HelpAsked extends Error {}

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>;

/**
 * Reads what stands behind a command. `--help` and `-h` print how it is used instead of running it.
 * @param usage how it is used, whole lines
 * @param most how many words it takes that are no options
 * @param words what stands behind the command
 * @throws SentenceError with the usage, for anything that it does not take
 */
export function readWords<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  most = 0,
  words: readonly string[] = process.argv.slice(2),
): Parsed<Options> {
  // Between a script and its options people write `--`, which pnpm passes on.
  const args = words.slice(words[0] === "--" ? 1 : 0);
  if (args.includes("--help") || args.includes("-h")) throw new HelpAsked(usage);
  const parsed = parsedWords(usage, args, options);
  const tooMuch = parsed.positionals[most];
  if (tooMuch !== undefined) throw new SentenceError(`"${tooMuch}" is one word too many.\n${usage}`);
  return parsed;
}

function parsedWords<Options extends ParseArgsOptionsConfig>(usage: string, args: string[], options: Options): Parsed<Options> {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new SentenceError(`${(error as Error).message}\n${usage}`);
  }
}

/** The port of `--port`; 0 is any that is free. @throws SentenceError when it is none */
export function readPort(port: string): number {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new SentenceError(`--port takes a number from 0 to 65535, not "${port}".`);
}

/** The exit code of a command, and what it prints. */
export interface CommandResult {
  readonly code: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

type Main = () => number | CommandResult | Promise<number | CommandResult>;

/**
 * Runs a command and prints its result. Prints expected errors without a stack; any other error is a bug and keeps it.
 * @param consequence what it means that it failed
 */
export async function runCommand(main: Main, consequence?: string): Promise<void> {
  const { code, stdout = "", stderr = "" } = await resultOf(main, consequence);
  if (stdout !== "") process.stdout.write(stdout);
  if (stderr !== "") process.stderr.write(stderr);
  process.exitCode = code;
}

/** Runs a command without printing its result. */
export async function resultOf(main: Main, consequence?: string): Promise<CommandResult> {
  try {
    const result = await main();
    return typeof result === "number" ? { code: result } : result;
  } catch (error) {
    if (error instanceof HelpAsked) return { code: 0, stdout: `${error.message}\n` };
    const isExpected = error instanceof SentenceError || error instanceof ProblemsError;
    const message = isExpected ? error.message : inspect(error);
    return { code: 1, stderr: consequence === undefined ? `${message}\n` : `${message}\n\n${consequence}\n` };
  }
}
