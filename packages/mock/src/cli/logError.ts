/** Tells people on stderr what clients are not told. */
export function logError(error: unknown, where: { readonly correlationId: string; readonly operationId?: string }): void {
  console.error(`${where.operationId ?? "mock"} failed, correlationId ${where.correlationId}:`, error);
}
