import { type ContractResponse, jsonType, type Problem } from "../message.ts";
import type { Operation } from "../openapi/operations.ts";
import { oauthErrorResponse } from "./oauthErrors.ts";
import { type Rejection, statusOfCategory } from "./rejection.ts";

export function rejectionResponse(rejection: Rejection, correlationId: string, operation?: Operation): ContractResponse {
  const isOAuth = operation?.oauthErrors === true && rejection.category === "VALIDATION_ERROR";
  return isOAuth ? oauthErrorResponse(rejection) : errorResponse(rejection, correlationId);
}

export function errorResponse(rejection: Rejection, correlationId: string): ContractResponse {
  const body = {
    status: "error",
    category: rejection.category,
    correlationId,
    message: rejection.message,
    ...(rejection.context === undefined ? {} : { context: rejection.context }),
    ...(rejection.policyName === undefined ? {} : { errorType: "RATE_LIMIT", policyName: rejection.policyName }),
    ...(rejection.problems.length === 0 ? {} : { errors: rejection.problems.map(errorDetail) }),
  };
  const headers = { ...rejection.headers, "content-type": jsonType, "x-correlation-id": correlationId };
  return { status: statusOfCategory[rejection.category], headers, body };
}

export interface ErrorDetail {
  readonly message: string;
  readonly code: string;
  readonly in: string;
  readonly context?: Record<string, string[]>;
}

export function errorDetail({ message, code, in: field, received, context }: Problem): ErrorDetail {
  const facts = received === undefined ? context : { ...context, received: [received] };
  if (facts === undefined) return { message, code, in: field };
  return { message, code, in: field, context: Object.fromEntries(Object.entries(facts).map(([name, values]) => [name, [...values]])) };
}
