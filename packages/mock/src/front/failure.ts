import { errorResponse, rejectionResponse } from "../contract/errors/errorBody.ts";
import { oauthRejectionResponse } from "../contract/errors/oauthErrors.ts";
import { OAuthRejection, Rejection } from "../contract/errors/rejection.ts";
import type { ContractResponse } from "../contract/message.ts";
import type { Operation } from "../contract/openapi/operations.ts";

/** Called with every internal error of the mock. `correlationId` is also in the error response. */
export type OnError = (error: unknown, where: { readonly correlationId: string; readonly operationId?: string }) => void;

export interface FailureOptions {
  readonly onError: OnError;
  /** Converts known failures to rejections. For other failures, clients receive a 500. */
  readonly failureRejection?: (error: unknown) => Rejection | undefined;
}

/** Only the message of a `Rejection` is sent; other errors are passed to `onError`. */
export function failureResponse(error: unknown, options: FailureOptions, correlationId: string, operation?: Operation): ContractResponse {
  if (error instanceof OAuthRejection) return oauthRejectionResponse(error);
  if (error instanceof Rejection) return rejectionResponse(error, correlationId, operation);
  options.onError(error, { correlationId, ...(operation ? { operationId: operation.operationId } : {}) });
  return errorResponse(options.failureRejection?.(error) ?? new Rejection("INTERNAL_ERROR", failureMessage), correlationId);
}

const failureMessage = "The service failed. Quote the correlationId when you report it.";
