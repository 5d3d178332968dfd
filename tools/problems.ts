export interface Problem {
  /** Relative to the folder in which the command runs. */
  readonly file: string;
  /** JSON pointer into the file, for example `#/post/responses/200`; absent if the file is not YAML or JSON. */
  readonly pointer?: string;
  /** Counted from 1; absent if the problem is not in a file. */
  readonly place?: { readonly line: number; readonly column: number };
  /** Names the problem, the expected value and the value found. */
  readonly message: string;
  readonly rule?: string;
}

/** A stage collects all problems before it fails. */
export class ProblemsError extends Error {
  readonly stage: string;
  readonly problems: readonly Problem[];

  constructor(stage: string, problems: readonly Problem[]) {
    super(`${stage}: ${problems.length} ${problems.length === 1 ? "problem" : "problems"}\n${problems.map(describe).join("\n")}`);
    this.name = "ProblemsError";
    this.stage = stage;
    this.problems = problems;
  }
}

export function throwProblems(stage: string, problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ProblemsError(stage, problems);
}

function describe(problem: Problem): string {
  const rule = problem.rule === undefined ? "" : ` (${problem.rule})`;
  const place = problem.place === undefined ? "" : `:${problem.place.line}:${problem.place.column}`;
  const pointer = problem.pointer === undefined ? "" : ` ${problem.pointer}`;
  return `\n  ${problem.file}${place}${pointer}${rule}\n    ${problem.message.replaceAll("\n", "\n    ")}`;
}
