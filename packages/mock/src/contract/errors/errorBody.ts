import { type ContractResponse, jsonType, type Problem, type StatedError } from "../message.ts";
import { isObject } from "../openapi/document.ts";
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
    ...(rejection.subCategory === undefined ? {} : { subCategory: rejection.subCategory }),
    correlationId,
    message: rejection.message,
    ...(rejection.context === undefined ? {} : { context: rejection.context }),
    ...(rejection.policyName === undefined ? {} : { errorType: "RATE_LIMIT", policyName: rejection.policyName }),
    ...(rejection.problems.length === 0 ? {} : { errors: rejection.problems.map(errorDetail) }),
  };
  const headers = { ...rejection.headers, "content-type": jsonType, "x-correlation-id": correlationId };
  return { status: statusOfCategory[rejection.category], headers, body };
}

/** Returns the error that a response states, in the platform's format or in that of RFC 6749. */
export function statedError({ status, body, error }: ContractResponse): StatedError | undefined {
  if (error !== undefined || status < 400 || !isObject(body)) return error;
  const category = body["category"] ?? body["error"];
  const message = body["error_description"] ?? body["message"];
  return typeof category === "string" && typeof message === "string" ? { category, message } : undefined;
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
