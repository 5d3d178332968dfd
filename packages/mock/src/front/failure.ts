import { errorAnswer, refusalAnswer } from "../contract/errorBody.ts";
import type { Answer } from "../contract/message.ts";
import { oauthRefusalAnswer } from "../contract/oauthErrors.ts";
import type { Operation } from "../contract/operations.ts";
import { OAuthRefusal, Refusal } from "../contract/refusal.ts";

/** Told of every failure of the mock itself, with the id that its answer carries, or one of its own where no answer fails by it. */
export type OnError = (error: unknown, where: { readonly correlationId: string; readonly operationId?: string }) => void;

/** The answer to whatever was thrown. Only a refusal tells the client what it was; the rest goes to `onError`. */
export function failureAnswer(error: unknown, onError: OnError, correlationId: string, operation?: Operation): Answer {
  if (error instanceof OAuthRefusal) return oauthRefusalAnswer(error);
  if (error instanceof Refusal) return refusalAnswer(error, correlationId, operation);
  onError(error, { correlationId, ...(operation ? { operationId: operation.operationId } : {}) });
  return errorAnswer(temporary(error) ?? new Refusal("INTERNAL_ERROR", failed), correlationId);
}

const failed = "The service failed. Quote the correlationId when you report it.";

/** The refusal for a failure that says by `retryAfter`, in seconds, when it may be over. */
function temporary(error: unknown): Refusal | undefined {
  const { retryAfter } = (error ?? {}) as { readonly retryAfter?: unknown };
  if (typeof retryAfter !== "number") return undefined;
  const message = `The service cannot reach its data. Try again in ${retryAfter} seconds. Whether a write was made is unknown.`;
  return new Refusal("SERVICE_UNAVAILABLE", message, { headers: { "retry-after": String(retryAfter) } });
}
