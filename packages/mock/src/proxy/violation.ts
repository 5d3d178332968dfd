import type { OpenApiDocument } from "../contract/document.ts";
import type { Problem } from "../contract/message.ts";
import type { Operation } from "../contract/operations.ts";

/** Something in real traffic that breaks the contract. It holds names and rules, and never a value from the traffic. */
export interface Violation {
  readonly direction: "request" | "response";
  /** Absent when the document has no such operation. */
  readonly operationId?: string;
  readonly method: string;
  /** The path as the document writes it; tokens travel in real paths. */
  readonly path: string;
  /** The field, parameter or header; for example `inputs[3].id`. */
  readonly in: string;
  /** The name of the rule. */
  readonly code: string;
  readonly message: string;
}

export function violationsOf(direction: Violation["direction"], operation: Operation, problems: readonly Problem[]): Violation[] {
  const { operationId, method, path } = operation;
  return problems.map(({ in: field, code, message }) => ({ direction, operationId, method, path, in: field, code, message }));
}

/** The violation of a request that the document does not know. */
export function undeclared(document: OpenApiDocument, operations: readonly Operation[], method: string, path: string): Violation {
  const message = `The document has no operation ${method} for this path`;
  return { direction: "request", method, path: knownParts(document, operations, path), in: "path", code: "operation", message };
}

/** The path with only those parts that the document writes itself; any other part may be a token. */
function knownParts(document: OpenApiDocument, operations: readonly Operation[], path: string): string {
  const prefixes = (document["x-sunset-interfaces"] ?? []).flatMap(({ pathPrefixes }) => pathPrefixes);
  const known = new Set([...operations.map((operation) => operation.path), ...prefixes].flatMap((one) => one.split("/")));
  return path
    .split("/")
    .map((part) => (known.has(part) ? part : "{…}"))
    .join("/");
}

/** A violation in one line: `request meetings.batchRead POST /crm/…/read inputs[3].id: inputs[3].id is required`. */
export function violationLine({ direction, operationId = "-", method, path, in: field, message }: Violation): string {
  // Names of fields come from the traffic, so nothing in them may reach the terminal as a command.
  return `${direction} ${operationId} ${method} ${path} ${field}: ${message}`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "�");
}
