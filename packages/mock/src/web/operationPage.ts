/** The path of an operation's page in the reference, without its extension, for example `operations/meetings/batchRead`. */
export function pageOfOperation(operationId: string): string {
  return `operations/${operationId.replace(".", "/")}`;
}
