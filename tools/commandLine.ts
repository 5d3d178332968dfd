import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
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
 * @throws SentenceError with the usage, for anything that it does not take
 */
export function readWords<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options, most = 0): Parsed<Options> {
  // Between a script and its options people write `--`, which pnpm passes on.
  const args = process.argv.slice(process.argv[2] === "--" ? 3 : 2);
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

/**
 * Runs a command to its exit code. What a person can mend is told without a stack; anything else is a bug and keeps it.
 * @param consequence what it means that it failed
 */
export async function runCommand(main: () => number | Promise<number>, consequence?: string): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (error instanceof HelpAsked) return console.log(error.message);
    const expected = error instanceof SentenceError || error instanceof ProblemsError;
    console.error(expected ? error.message : error);
    if (consequence !== undefined) console.error(`\n${consequence}`);
    process.exitCode = 1;
  }
}
