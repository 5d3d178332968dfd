import type { Problem } from "../message.ts";

/** Removes duplicates, further problems with a value that has the wrong type, and problems with alternatives of a union. */
export function withoutConsequences(allProblems: readonly Problem[]): Problem[] {
  const problems = [...new Map(allProblems.map((problem) => [`${problem.code} ${problem.in}`, problem])).values()];
  const fieldsOfWrongType = new Set(problems.filter((problem) => problem.code === "type").map((problem) => problem.in));
  const unionProblems = problems.filter((problem) => problem.code === "oneOf");
  return problems.filter((problem) => {
    if (unionProblems.includes(problem)) return true;
    if (unionProblems.some((verdict) => isWithin(problem.in, verdict.in))) return false;
    return problem.code === "type" || !fieldsOfWrongType.has(problem.in);
  });
}

function isWithin(inner: string, outer: string): boolean {
  return outer === "body" || inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
}
