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
    const problems = given.flatMap((answer, index) => checkNext(question, answer, given.slice(0, index), answers, known) ?? []);
    wrong.push(...problems.map((problem) => `--${question.name}: ${problem}`));
    const lacking = question.lacks?.(given, answers, known);
    const isAsked = terminal !== undefined && question.silent === undefined && (given.length === 0 || lacking !== undefined);
    // Who has given a wrong option is told before anything is asked.
    if (isAsked && wrong.length > 0) break;
    const answer = isAsked ? await ask(terminal, question, given, answers, known) : fromOption(question, given, answers, known);
    if (!isAsked && lacking !== undefined) wrong.push(`--${question.name}${given.length === 0 ? " is missing." : ":"} ${lacking}`);
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

/** What is wrong with an answer that comes after others to the same question. */
function checkNext(question: Question, answer: string, before: readonly string[], answers: Answers, known: Known): string | undefined {
  return question.check?.(answer, question.multiple ? { ...answers, [question.name]: before } : answers, known);
}

/** Asks until there is an answer that will do; where there may be several, until none is lacking and no more come. */
async function ask(
  terminal: Interface,
  question: Question,
  given: readonly string[],
  answers: Answers,
  known: Known,
): Promise<Answers[string]> {
  const list = [...given];
  const fallback = question.fallback?.(answers, known);
  for (;;) {
    const lacking = question.lacks?.(list, answers, known);
    const usual = fallback === undefined ? "" : ` [${fallback}]`;
    const hint = question.multiple ? ` (${lacking ?? "empty: no more"})` : usual;
    const answer = (await reply(terminal, `${question.text}${hint}: `)).trim();
    if (answer === "" && question.multiple && lacking === undefined) return list;
    if (answer === "" && fallback !== undefined) return fallback;
    const problem = answer === "" ? (lacking ?? "There has to be an answer.") : checkNext(question, answer, list, answers, known);
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
