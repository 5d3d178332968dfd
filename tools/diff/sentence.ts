import { ProblemsError } from "../problems.ts";

/** Something that the person at the keyboard can mend; it is told in a sentence, without a stack. */
export class SentenceError extends Error {}

/** Runs a command to its exit code. What a person can mend is told without a stack; anything else is a bug and keeps it. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    const expected = error instanceof SentenceError || error instanceof ProblemsError;
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  }
}
