import type { Problem } from "../message.ts";

/** Thrown if the mock's own response violates the contract. The cause is a bug in the mock or in the document. */
export class ResponseViolation extends Error {
  readonly operationId: string;
  readonly problems: readonly Problem[];

  constructor(operationId: string, problems: readonly Problem[]) {
    const list = problems.map((problem) => `${problem.in}: ${problem.message}`).join("; ");
    super(`${operationId} violated its contract: ${list}`);
    this.name = "ResponseViolation";
    this.operationId = operationId;
    this.problems = problems;
  }
}
