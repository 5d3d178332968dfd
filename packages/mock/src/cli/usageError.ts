export class UsageError extends Error {}

/** Whether an error is about the command line. Node's parser throws errors of its own. */
export function isUsageError(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
