import { Rejection } from "../contract/errors/rejection.ts";
import { DatabaseUnavailable } from "../store/errors.ts";

/** The message omits the cause, which may name files and servers. */
export function unavailableRejection(error: unknown): Rejection | undefined {
  if (!(error instanceof DatabaseUnavailable)) return undefined;
  const { retryAfter, mayBeCommitted } = error;
  const advice = `Try again in ${retryAfter} seconds.`;
  return serviceUnavailable(
    error,
    mayBeCommitted
      ? `The service cannot reach its data. ${advice} The request may have been processed.`
      : `The service is busy. ${advice} Nothing was written.`,
  );
}

export function serviceUnavailable({ retryAfter }: DatabaseUnavailable, message: string): Rejection {
  return new Rejection("SERVICE_UNAVAILABLE", message, { headers: { "retry-after": String(retryAfter) } });
}
