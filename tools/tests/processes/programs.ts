/** Runs programs in one process, so that packages are loaded once. Replies contain the program's output and error. */
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
