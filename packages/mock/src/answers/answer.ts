import { AnswerViolation } from "../contract/errors/answerViolation.ts";
import { invalidRequest, refusedProblems, unauthenticated } from "../contract/errors/refusal.ts";
import type { Answer, ContractRequest } from "../contract/message.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import type { PrismContract } from "../contract/prism/prismContract.ts";
import type { Visit } from "../http/visit.ts";
import { chooseAnswer } from "./choose.ts";
import { pairedExample } from "./pairing.ts";

/**
 * Answers a request from the examples of the document.
 * @throws Refusal when the request breaks the contract
 * @throws AnswerViolation when the document's own example does
 */
export async function answerFromExamples(
  contract: PrismContract,
  operation: Operation,
  request: ContractRequest,
  visit: Pick<Visit, "preference" | "problems">,
  newSeed: () => string,
): Promise<Answer> {
  const checked = contract.checkRequest(operation, request);
  visit.problems = checked.problems;
  if (checked.unauthenticated) throw unauthenticated();
  const refused = refusedProblems(checked.problems);
  if (refused.length > 0) throw invalidRequest(refused);
  const choice = chooseAnswer(operation, visit.preference ?? {}, pairedExample(operation, request), newSeed);
  const answer = withCorrelationId(await contract.example(operation, choice));
  const answerProblems = contract.checkAnswer(operation, answer);
  if (answerProblems.length > 0) throw new AnswerViolation(operation.operationId, answerProblems);
  return answer;
}

/** The header repeats the id of the body, and every example shares one header. */
function withCorrelationId(answer: Answer): Answer {
  const id = (answer.body as { readonly correlationId?: unknown } | null | undefined)?.correlationId;
  return typeof id === "string" ? { ...answer, headers: { ...answer.headers, "x-correlation-id": id } } : answer;
}
