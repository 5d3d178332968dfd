export function logError(error: unknown, where: { readonly correlationId: string; readonly operationId?: string }): void {
  console.error(`${where.operationId ?? "mock"} failed, correlationId ${where.correlationId}:`, error);
}
