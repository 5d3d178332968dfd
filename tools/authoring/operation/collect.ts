import { createInterface, type Interface } from "node:readline/promises";
import { SentenceError } from "../../commandLine.ts";
import { type Answers, many } from "./answers.ts";
import type { Known } from "./known.ts";
import { type Question, questions } from "./questions.ts";

/**
 * Answers every question: from the options where they have it, else by asking, else by what the question falls back to.
 * @param options by the name of the question
 * @param terminal where to ask; without one nothing is asked
 * @throws SentenceError when an option is wrong, or one is missing and nobody can be asked
 */
export async function collect(options: Answers, known: Known, terminal: Interface | undefined): Promise<Answers> {
  let answers: Answers = {};
  const wrong: string[] = [];
  for (const question of questions) {
    const given = many(options, question.name);
    const applies = question.when?.(answers, known) ?? true;
    if (!applies) {
      if (given.length > 0) wrong.push(`--${question.name} has no meaning here. ${question.text}.`);
      continue;
    }
    const problems = given.flatMap((answer) => question.check?.(answer, answers, known) ?? []);
    wrong.push(...problems.map((problem) => `--${question.name}: ${problem}`));
    const isAsked = terminal !== undefined && given.length === 0 && question.silent === undefined;
    const answer = isAsked ? await ask(terminal, question, answers, known) : fromOption(question, given, answers, known);
    if (answer === undefined) wrong.push(`--${question.name} is missing. ${question.text}.`);
    answers = { ...answers, [question.name]: answer };
  }
  if (wrong.length > 0) throw new SentenceError(wrong.join("\n"));
  return answers;
}

function fromOption(question: Question, given: readonly string[], answers: Answers, known: Known): Answers[string] {
  if (question.multiple) return given;
  return given[0] ?? question.fallback?.(answers, known);
}

/** Asks until there is an answer that will do. */
async function ask(terminal: Interface, question: Question, answers: Answers, known: Known): Promise<Answers[string]> {
  const list: string[] = [];
  const fallback = question.fallback?.(answers, known);
  const hint = question.multiple ? " (empty: no more)" : fallback === undefined ? "" : ` [${fallback}]`;
  for (;;) {
    const answer = (await reply(terminal, `${question.text}${hint}: `)).trim();
    if (answer === "" && question.multiple) return list;
    if (answer === "" && fallback !== undefined) return fallback;
    const problem = answer === "" ? "There has to be an answer." : question.check?.(answer, answers, known);
    if (problem !== undefined) console.log(`  ${problem}`);
    else if (question.multiple) list.push(answer);
    else return answer;
  }
}

/** @throws SentenceError when the person ends the questions, by Ctrl+C or Ctrl+D */
async function reply(terminal: Interface, text: string): Promise<string> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  terminal.once("close", end);
  try {
    return await terminal.question(text, { signal: ended.signal });
  } catch {
    throw new SentenceError("\nThere are questions without an answer.");
  } finally {
    terminal.off("close", end);
  }
}

/** Asks a person at this terminal, if there is one. */
export function openTerminal(): Interface | undefined {
  return process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;
}
