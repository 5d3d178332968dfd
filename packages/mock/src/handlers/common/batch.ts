import type { Batch, StandardError } from "@crm-platform/types";
import { errorDetail } from "../../contract/errors/errorBody.ts";
import type { Rejection } from "../../contract/errors/rejection.ts";
import { timestampOf } from "./timestamps.ts";

type Completion = Pick<Batch, "status" | "startedAt" | "completedAt">;

/** Batches are processed immediately, so they start and complete at the same time. */
export function completion(now: number): Completion {
  const moment = timestampOf(now);
  return { status: "COMPLETE", startedAt: moment, completedAt: moment };
}

export type BatchResponse<Status extends 200 | 201, Result> =
  | { readonly status: Status; readonly body: Completion & { results: Result[] } }
  | { readonly status: 207; readonly body: Completion & { results: Result[]; numErrors: number; errors: StandardError[] } };

/** @param status the status of a batch without errors */
export function batchResponse<Status extends 200 | 201, Result>(
  status: Status,
  now: number,
  results: Result[],
  errors: StandardError[],
): BatchResponse<Status, Result> {
  const body = { ...completion(now), results };
  return errors.length === 0 ? { status, body } : { status: 207, body: { ...body, numErrors: errors.length, errors } };
}

export function batchError({ category, message, problems, context = {} }: Rejection): StandardError {
  return {
    status: "error",
    category,
    message,
    context: Object.fromEntries(Object.entries(context).map(([name, values]) => [name, [...values]])),
    errors: problems.map(errorDetail),
    links: {},
  };
}
