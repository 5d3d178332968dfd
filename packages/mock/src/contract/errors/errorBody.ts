import { type Answer, jsonType, type Problem } from "../message.ts";
import type { Operation } from "../openapi/operations.ts";
import { oauthErrorAnswer } from "./oauthErrors.ts";
import { type Refusal, statusOfCategory } from "./refusal.ts";

/** The response to a rejected request, in the form that the operation declares. */
export function refusalAnswer(refusal: Refusal, correlationId: string, operation?: Operation): Answer {
  const isOAuth = operation?.oauthErrors === true && refusal.category === "VALIDATION_ERROR";
  return isOAuth ? oauthErrorAnswer(refusal) : errorAnswer(refusal, correlationId);
}

export function errorAnswer(refusal: Refusal, correlationId: string): Answer {
  const body = {
    status: "error",
    category: refusal.category,
    correlationId,
    message: refusal.summary,
    ...(refusal.context === undefined ? {} : { context: refusal.context }),
    ...(refusal.policyName === undefined ? {} : { errorType: "RATE_LIMIT", policyName: refusal.policyName }),
    ...(refusal.problems.length === 0 ? {} : { errors: refusal.problems.map(errorDetail) }),
  };
  const headers = { ...refusal.headers, "content-type": jsonType, "x-correlation-id": correlationId };
  return { status: statusOfCategory[refusal.category], headers, body };
}

function errorDetail({ message, code, in: field, received, context }: Problem): Record<string, unknown> {
  const facts = received === undefined ? context : { ...context, received: [received] };
  return { message, code, in: field, ...(facts === undefined ? {} : { context: facts }) };
}
