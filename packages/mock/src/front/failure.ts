import { errorAnswer, refusalAnswer } from "../contract/errors/errorBody.ts";
import { oauthRefusalAnswer } from "../contract/errors/oauthErrors.ts";
import { OAuthRefusal, Refusal } from "../contract/errors/refusal.ts";
import type { Answer } from "../contract/message.ts";
import type { Operation } from "../contract/openapi/operations.ts";

/** Called with every failure of the mock itself, and the correlation id of the failed response, or a new id where no response failed. */
export type OnError = (error: unknown, where: { readonly correlationId: string; readonly operationId?: string }) => void;

export interface FailureOptions {
  readonly onError: OnError;
  /** The refusal for a failure of a known kind. Without one the client gets a 500. */
  readonly failureRefusal?: (error: unknown) => Refusal | undefined;
}

/** The answer for a thrown error. The client sees the message of a refusal only; other errors go to `onError`. */
export function failureAnswer(error: unknown, options: FailureOptions, correlationId: string, operation?: Operation): Answer {
  if (error instanceof OAuthRefusal) return oauthRefusalAnswer(error);
  if (error instanceof Refusal) return refusalAnswer(error, correlationId, operation);
  options.onError(error, { correlationId, ...(operation ? { operationId: operation.operationId } : {}) });
  return errorAnswer(options.failureRefusal?.(error) ?? new Refusal("INTERNAL_ERROR", failed), correlationId);
}

const failed = "The service failed. Quote the correlationId when you report it.";
