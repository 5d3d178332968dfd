import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Problem } from "../../problems.ts";
import { runLinter } from "./linter.ts";
import { readYaml } from "./yaml.ts";

/** Treats warnings as problems. If files cannot be parsed, returns only one problem for each of them, because the other problems may be consequences. */
export async function lint(
  document: string,
  configuration: string,
  folder = ".",
  task: "lint" | "lintBundle" = "lint",
): Promise<Problem[]> {
  let problems: Problem[];
  try {
    problems = await runLinter<Problem[]>(task, document, configuration, folder);
  } catch (error) {
    const message = `The linter did not finish.\n${(error as Error).message}`;
    return [notYaml(document, folder) ?? { file: document, pointer: "#/", message }];
  }
  const broken = new Map(problems.filter(isBroken).map((problem) => [problem.file, problem]));
  if (broken.size === 0) return problems;
  return [...broken.values()].map((problem) => ({ ...problem, ...notYaml(problem.file, folder) }));
}

function isBroken({ rule, message }: Problem): boolean {
  return rule === "no-unresolved-refs" && message.startsWith("Failed to parse");
}

function notYaml(file: string, folder: string): Problem | undefined {
  const path = resolve(folder, file);
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readYaml(file, readFileSync(path, "utf8")).problem : undefined;
}
