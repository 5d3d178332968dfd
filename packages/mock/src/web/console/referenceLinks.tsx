import { type OperationId, operationTable } from "@crm-platform/types";
import type { Markup } from "../html.ts";
import { anchorOf } from "../operationAnchor.ts";

function isOperation(operationId: string): operationId is OperationId {
  return Object.hasOwn(operationTable, operationId);
}

/** Where the reference tells of an operation. */
function referenceOf(operationId: OperationId): string {
  return `/docs/api.html${anchorOf(operationId)}`;
}

/** The name of an operation, which leads to the reference where that tells of it. */
export function OperationLink({ operationId }: { readonly operationId: string }): Markup {
  if (!isOperation(operationId)) return <code>{operationId}</code>;
  return (
    <a href={referenceOf(operationId)}>
      <code>{operationId}</code>
    </a>
  );
}
