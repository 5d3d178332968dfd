/**
 * Where the reference describes an operation: the fragment of its page `api.html`. The rule is Redoc's: the tag and the
 * operationId, both in small letters.
 * @param operationId for example `meetings.batchRead`
 * @returns for example `#/meetings/meetings.batchread`
 */
export function anchorOf(operationId: string): string {
  const [area] = operationId.split(".");
  return `#/${area}/${operationId}`.toLowerCase();
}
