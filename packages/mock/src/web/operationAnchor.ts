/**
 * Returns the fragment of `api.html` that describes an operation. Redoc builds it from the tag and the operationId, in lower case.
 * @param operationId for example `meetings.batchRead`
 * @returns for example `#/meetings/meetings.batchread`
 */
export function anchorOf(operationId: string): string {
  const [area] = operationId.split(".");
  return `#/${area}/${operationId}`.toLowerCase();
}
