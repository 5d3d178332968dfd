/** Redoc builds the fragment from the tag and the operationId, for example `#/meetings/meetings.batchread`. */
export function anchorOf(operationId: string): string {
  const [area] = operationId.split(".");
  return `#/${area}/${operationId}`.toLowerCase();
}
