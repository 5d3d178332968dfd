/**
 * Runs programs in TypeScript one after the other in this process, which loads the packages only once: each message names the file of a
 * program and the environment variables it gets, and the reply has what it printed, or why it failed.
 */
import { inspect } from "node:util";

export interface Program {
  readonly file: string;
  readonly variables: Readonly<Record<string, string>>;
}

export interface ProgramResult {
  readonly output: string;
  readonly error?: string;
}

process.on("message", async ({ file, variables }: Program) => {
  Object.assign(process.env, variables);
  const print = process.stdout.write;
  let output = "";
  process.stdout.write = (chunk: string | Uint8Array) => {
    output += chunk;
    return true;
  };
  const error = await import(file).then(
    () => undefined,
    (reason: unknown) => inspect(reason),
  );
  process.stdout.write = print;
  process.send?.({ output, ...(error !== undefined && { error }) } satisfies ProgramResult);
});
