import type { Problem } from "../contract/message.ts";
import { isObject } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { didYouMeanOperation } from "../contract/problems/nearestOperation.ts";

/** A contract violation in real traffic. Contains names and rules, but no values from the traffic. */
export interface Violation {
  readonly direction: "request" | "response";
  /** Absent if no operation of the document matches. */
  readonly operationId?: string;
  readonly method: string;
  /** The path template of the operation. Real paths may contain tokens. */
  readonly path: string;
  /** The field, parameter or header; for example `inputs[3].id`. */
  readonly in: string;
  /** The name of the rule. */
  readonly code: string;
  readonly message: string;
  /** Set if the document states that the real service accepts or sends such a value, and for unknown fields and parameters. */
  readonly known?: true;
}

export function violationsOf(direction: Violation["direction"], operation: Operation, problems: readonly Problem[]): Violation[] {
  const { operationId, method, path } = operation;
  // The fields are copied one by one, so that received values are omitted.
  return problems.map(({ in: field, code, message, accepted }) => {
    const violation = { direction, operationId, method, path, in: field, code, message };
    return accepted ? { ...violation, known: accepted } : violation;
  });
}

export function unknownOperation(method: string, path: string, nearest: Operation | undefined): Violation {
  const hint = nearest ? `. ${didYouMeanOperation(nearest)}` : "";
  const message = `The document has no operation ${method} for this path${hint}`;
  return { direction: "request", method, path, in: "path", code: "operation", message };
}

/** Returns a line such as `request meetings.batchRead POST /crm/…/read inputs[3].id: …`. Lines for known deviations start with `known`. */
export function violationLine(violation: Violation): string {
  if (!isObject(violation)) throw new TypeError("violationLine: the argument must be a violation, as onViolation receives it.");
  const { direction, operationId = "-", method, path, in: field, message, known } = violation;
  // Field names come from the traffic and may contain terminal control characters.
  return `${known ? "known " : ""}${direction} ${operationId} ${method} ${path} ${field}: ${message}`.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}]/gu,
    "�",
  );
}
