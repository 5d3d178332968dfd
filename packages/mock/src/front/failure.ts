import { errorAnswer, refusalAnswer } from "../contract/errors/errorBody.ts";
import { oauthRefusalAnswer } from "../contract/errors/oauthErrors.ts";
import { OAuthRefusal, Refusal } from "../contract/errors/refusal.ts";
import type { Answer } from "../contract/message.ts";
import type { Operation } from "../contract/openapi/operations.ts";

/** Called with every internal error of the mock, and with the correlation id of the failed response, or a new id if there is none. */
export type OnError = (error: unknown, where: { readonly correlationId: string; readonly operationId?: string }) => void;

export interface FailureOptions {
  readonly onError: OnError;
  /** The error for a known kind of failure. Without one, the client gets a 500. */
  readonly failureRefusal?: (error: unknown) => Refusal | undefined;
}

/** The response for a thrown error. Clients see the message of a `Refusal` only; other errors are passed to `onError`. */
export function failureAnswer(error: unknown, options: FailureOptions, correlationId: string, operation?: Operation): Answer {
  if (error instanceof OAuthRefusal) return oauthRefusalAnswer(error);
  if (error instanceof Refusal) return refusalAnswer(error, correlationId, operation);
  options.onError(error, { correlationId, ...(operation ? { operationId: operation.operationId } : {}) });
  return errorAnswer(options.failureRefusal?.(error) ?? new Refusal("INTERNAL_ERROR", failed), correlationId);
}

const failed = "The service failed. Quote the correlationId when you report it.";
