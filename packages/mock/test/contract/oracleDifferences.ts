import { maxProblems, type Problem } from "../../src/contract/message.ts";
import { wordsForFormat } from "../../src/contract/problems/patterns.ts";
import type { Case } from "./oracleCases.ts";

export interface Disagreement {
  readonly by: "Prism" | "the compiled contract";
  readonly about: "request" | "response";
  readonly problem: Problem;
  readonly instead: readonly Problem[];
}

export interface Difference {
  readonly title: string;
  readonly reason: string;
  explains(disagreement: Disagreement, one: Case): boolean;
}

export const differences: readonly Difference[] = [
  {
    title: "a 64-bit integer outside the bounds of its format",
    reason:
      "Prism does not check the format int64. Instead, its copy of the document contains bounds, unless the document declares its own bounds.",
    explains: ({ by, problem, instead }) =>
      by === "the compiled contract" &&
      problem.message.endsWith(wordsForFormat("int64")) &&
      instead.some(({ in: field, code }) => field === problem.in && ["minimum", "maximum"].includes(code)),
  },
  {
    title: "more problems than a response lists",
    reason: "Both contracts stop at the limit, and Prism finds a list's problems in a different order.",
    explains: ({ instead }) => instead.length >= maxProblems,
  },
  {
    title: "an empty header in a response",
    reason: "Prism treats an empty header as absent.",
    explains: ({ by, about, problem }, { response }) =>
      by === "the compiled contract" && about === "response" && response.headers[problem.in] === "",
  },
  {
    title: "a response with the type application/problem+json",
    reason: "Prism treats it like application/json, but clients do not.",
    explains: ({ by, problem }, { response }) =>
      by === "the compiled contract" && problem.in === "content-type" && response.headers["content-type"] === "application/problem+json",
  },
];
