import type { Problem } from "../src/contract/message.ts";
import type { Case } from "./oracleCases.ts";

/** A problem that only one of the contracts reports. */
export interface Disagreement {
  readonly by: "Prism" | "the compiled contract";
  readonly about: "request" | "response";
  readonly problem: Problem;
  /** All problems that the other contract reports. */
  readonly instead: readonly Problem[];
}

/** A difference that is accepted, with its reason. */
export interface Difference {
  readonly title: string;
  readonly reason: string;
  explains(disagreement: Disagreement, one: Case): boolean;
}

export const differences: readonly Difference[] = [
  {
    title: "an integer of 64 bits that is out of the bounds of its format, too",
    reason: "Prism checks no format int64; it is shown bounds instead, and only where the document states none.",
    explains: ({ by, problem, instead }) =>
      by === "the compiled contract" &&
      problem.message.endsWith("must have the format int64") &&
      instead.some(({ in: field, code }) => field === problem.in && ["minimum", "maximum"].includes(code)),
  },
  {
    title: "an empty header of a response",
    reason: "Prism takes it for absent.",
    explains: ({ by, about, problem }, { response }) =>
      by === "the compiled contract" && about === "response" && response.headers[problem.in] === "",
  },
  {
    title: "a response of the type application/problem+json",
    reason: "Prism takes it for application/json; no client of ours would.",
    explains: ({ by, problem }, { response }) =>
      by === "the compiled contract" && problem.in === "content-type" && response.headers["content-type"] === "application/problem+json",
  },
];
