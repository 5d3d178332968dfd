import type { Problem } from "../message.ts";

/** Removes duplicates, further problems with a value that has the wrong type, and problems with alternatives of a union. */
export function withoutConsequences(found: readonly Problem[]): Problem[] {
  const problems = [...new Map(found.map((problem) => [`${problem.code} ${problem.in}`, problem])).values()];
  const mistyped = new Set(problems.filter((problem) => problem.code === "type").map((problem) => problem.in));
  const undecided = problems.filter((problem) => problem.code === "oneOf" || problem.code === "anyOf");
  return problems.filter((problem) => {
    if (undecided.includes(problem)) return true;
    if (undecided.some((verdict) => isWithin(problem.in, verdict.in))) return false;
    return problem.code === "type" || !mistyped.has(problem.in);
  });
}

function isWithin(inner: string, outer: string): boolean {
  return outer === "body" || inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
}
