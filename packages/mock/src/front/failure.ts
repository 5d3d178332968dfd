import { errorAnswer, refusalAnswer } from "../contract/errorBody.ts";
import type { Operation } from "../contract/operations.ts";
import { Refusal } from "../contract/refusal.ts";
import { toResponse } from "./respond.ts";

/** Told of every failure of the mock itself, with the id that its answer carries. */
export type OnError = (error: unknown, where: { readonly correlationId: string; readonly operationId?: string }) => void;

/** The response to whatever was thrown. Only a refusal tells the client what it was; the rest goes to `onError`. */
export function failureResponse(error: unknown, onError: OnError, operation?: Operation): Response {
  if (error instanceof Refusal) return toResponse(refusalAnswer(error, operation));
  const correlationId = crypto.randomUUID();
  onError(error, { correlationId, ...(operation ? { operationId: operation.operationId } : {}) });
  const refusal = new Refusal("INTERNAL_ERROR", "The service failed. Quote the correlationId when you report it.");
  return toResponse(errorAnswer(refusal, correlationId));
}
