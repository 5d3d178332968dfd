import { Rejection, statusOfCategory } from "../contract/errors/rejection.ts";
import { declaredResponse, type Operation } from "../contract/openapi/operations.ts";
import type { Outcome, Serve } from "../http/serve.ts";

/** Replaces the errors that the real service does not send by the responses that it sends, and adds accepted violations for them. */
export function deviating(serve: Serve): Serve {
  return async (operation, http, read) => {
    const outcome = await serve(operation, http, read);
    return outcome.error instanceof Rejection ? deviatingOutcome(operation, outcome, outcome.error) : outcome;
  };
}

function deviatingOutcome(operation: Operation, outcome: Outcome, { category, message }: Rejection): Outcome {
  const declared = declaredResponse(operation, statusOfCategory[category]);
  if (!declared?.isSentAs204) return outcome;
  const field = operation.parameters.findLast(({ place }) => place === "path")?.name ?? "path";
  const violation = { in: field, code: category, message, accepted: true } as const;
  const response = { status: 204, headers: {}, body: undefined };
  return { ...outcome, error: undefined, response, problems: [...(outcome.problems ?? []), violation] };
}
