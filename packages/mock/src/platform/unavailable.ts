import { Refusal } from "../contract/errors/refusal.ts";
import { DatabaseUnavailable } from "../store/errors.ts";

/**
 * The 503 for an error of the database that may pass; `undefined` for any other error. Its message leaves out the cause, which may
 * name files and servers.
 */
export function unavailableRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof DatabaseUnavailable)) return undefined;
  const { retryAfter, mayBeCommitted } = error;
  const advice = `Try again in ${retryAfter} seconds.`;
  return serviceUnavailable(
    error,
    mayBeCommitted
      ? `The service cannot reach its data. ${advice} Whether a write was made is unknown.`
      : `The service is busy. ${advice} Nothing was written.`,
  );
}

/** A 503 with the time after which the client may try again. */
export function serviceUnavailable({ retryAfter }: DatabaseUnavailable, message: string): Refusal {
  return new Refusal("SERVICE_UNAVAILABLE", message, { headers: { "retry-after": String(retryAfter) } });
}
