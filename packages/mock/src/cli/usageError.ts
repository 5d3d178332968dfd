/** A command line that makes no sense. */
export class UsageError extends Error {}

/** Whether an error is about the command line, found by us or by Node. */
export function isUsageError(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
