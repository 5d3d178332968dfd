import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Problem } from "../../problems.ts";
import { runLinter } from "./linter.ts";
import { withPlace } from "./place.ts";
import { readYaml } from "./yaml.ts";

/** Treats warnings as problems. If files cannot be parsed, returns only one problem for each of them, because the other problems may be consequences. */
export async function lint(document: string, configuration: string, folder = "."): Promise<Problem[]> {
  let problems: Problem[];
  try {
    problems = await runLinter<Problem[]>("lint", document, configuration, folder);
  } catch (error) {
    return [notYaml(document, folder) ?? crashProblem(document, error)];
  }
  const syntaxProblems = new Map(problems.filter(isBroken).map((problem) => [problem.file, problem]));
  if (syntaxProblems.size === 0) return problems;
  return [...syntaxProblems.values()].map((problem) => ({ ...problem, ...notYaml(problem.file, folder) }));
}

/** @param source the root document of the bundle, in whose files the problems are placed */
export async function lintBundle(bundle: object, source: string, configuration: string): Promise<Problem[]> {
  const linting = runLinter<Problem[]>("lintBundle", source, configuration, ".", bundle);
  const problems = await linting.catch((error: unknown) => [crashProblem("the bundle", error)]);
  return problems.map((problem) => withPlace(problem, source));
}

function crashProblem(file: string, error: unknown): Problem {
  return { file, pointer: "#/", message: `The linter did not finish.\n${(error as Error).message}` };
}

function isBroken({ rule, message }: Problem): boolean {
  return rule === "no-unresolved-refs" && message.startsWith("Failed to parse");
}

function notYaml(file: string, folder: string): Problem | undefined {
  const path = resolve(folder, file);
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readYaml(file, readFileSync(path, "utf8")).problem : undefined;
}
