import type { Problem } from "../message.ts";

/** The mock was about to answer against its own document; a bug of the one or the other. */
export class AnswerViolation extends Error {
  readonly operationId: string;
  readonly problems: readonly Problem[];

  constructor(operationId: string, problems: readonly Problem[]) {
    const list = problems.map((problem) => `${problem.in}: ${problem.message}`).join("; ");
    super(`${operationId} answered against its contract: ${list}`);
    this.name = "AnswerViolation";
    this.operationId = operationId;
    this.problems = problems;
  }
}
