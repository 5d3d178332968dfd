import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { didYouMean } from "../contract/problems/nearest.ts";
import { UsageError } from "./usageError.ts";

type Command<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>;

/** Works like `parseArgs`, whose own messages do not suggest an option. @throws UsageError */
export function parseWords<const Options extends ParseArgsOptionsConfig>(
  words: readonly string[],
  options: Options,
  maxPositionals = 0,
): Command<Options> {
  const { tokens } = parseArgs({ args: words, options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind === "option") checkOption(token, options[token.name], options);
  }
  const command = parseArgs({ args: words, options, allowPositionals: true });
  const excess = command.positionals[maxPositionals];
  if (excess !== undefined) throw new UsageError(`Unexpected argument "${excess}".`);
  return command;
}

/** @param port 0 means any free port */
export function readPort(option: string, port: string): number {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new UsageError(`${option} must be a number from 0 to 65535, not "${port}".`);
}

interface OptionToken {
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function checkOption(
  { rawName, value, inlineValue }: OptionToken,
  option: ParseArgsOptionsConfig[string] | undefined,
  options: ParseArgsOptionsConfig,
): void {
  if (!option) {
    const names = Object.keys(options).map((name) => `--${name}`);
    throw new UsageError(`Unknown option "${rawName}"${didYouMean(rawName, names) || "."}`);
  }
  if (option.type === "boolean" && value !== undefined) throw new UsageError(`${rawName} does not take a value.`);
  if (option.type === "string" && (value === undefined || (!inlineValue && value.startsWith("-")))) {
    throw new UsageError(`${rawName} requires a value, for example ${rawName}=VALUE.`);
  }
}
