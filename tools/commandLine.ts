import { inspect, type ParseArgsOptionsConfig } from "node:util";
import { UsageError } from "../packages/mock/src/cli/usageError.ts";
import { parseWords } from "../packages/mock/src/cli/words.ts";
import { ProblemsError } from "./problems.ts";

/** An error that the user can fix. Its message is printed without a stack trace. */
export class SentenceError extends Error {}

class HelpRequested extends Error {}

/** `--help` and `-h` print the usage instead of running the command. @throws UsageError when arguments are invalid */
export function readWords<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  maxPositionals = 0,
  words: readonly string[] = process.argv.slice(2),
): ReturnType<typeof parseWords<Options>> {
  // pnpm does not remove the `--` that precedes the options.
  const args = words.slice(words[0] === "--" ? 1 : 0);
  if (args.includes("--help") || args.includes("-h")) throw new HelpRequested(usage);
  return parseWords(args, options, maxPositionals);
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
  return [SentenceError, UsageError, ProblemsError].some((type) => error instanceof type) ? (error as Error).message : inspect(error);
}
