import type { Problem } from "../contract/message.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { didYouMeanOperation } from "../contract/problems/nearestOperation.ts";

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
  /** Whether the document says that the real service accepts or sends this: an observed difference, and no news. */
  readonly known?: true;
}

export function violationsOf(direction: Violation["direction"], operation: Operation, problems: readonly Problem[]): Violation[] {
  const { operationId, method, path } = operation;
  // One by one, so that nothing received gets in.
  return problems.map(({ in: field, code, message, accepted }) => {
    const violation = { direction, operationId, method, path, in: field, code, message };
    return accepted ? { ...violation, known: accepted } : violation;
  });
}

/**
 * The violation of a request that the document does not know.
 * @param path masked, because tokens travel in paths
 */
export function undeclared(method: string, path: string, nearest: Operation | undefined): Violation {
  const hint = nearest ? `. ${didYouMeanOperation(nearest)}` : "";
  const message = `The document has no operation ${method} for this path${hint}`;
  return { direction: "request", method, path, in: "path", code: "operation", message };
}

/**
 * A violation in one line: `request meetings.batchRead POST /crm/…/read inputs[3].id: inputs[3].id is required`. The line of
 * a known difference begins with `known`.
 */
export function violationLine({ direction, operationId = "-", method, path, in: field, message, known }: Violation): string {
  // Names of fields come from the traffic, so nothing in them may reach the terminal as a command.
  return `${known ? "known " : ""}${direction} ${operationId} ${method} ${path} ${field}: ${message}`.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}]/gu,
    "�",
  );
}
