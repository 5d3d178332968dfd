import type { EntryFilter } from "../../../control/client/control.ts";
import type { RequestEntry } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { given, numberTyped, type Typed } from "../components/forms.tsx";
import type { Column } from "../components/table.tsx";
import { AccountLink, Badge, Cut, Moment, OperationLink } from "../components/text.tsx";

export function filterOf({ account, operation, status, problems }: Typed, accountId?: number): EntryFilter {
  const chosen = accountId ?? (numberTyped(account) as number | undefined);
  return given({ accountId: chosen, operationId: operation, status, onlyProblems: problems ? true : undefined });
}

const maxReasonLength = 200;

/** New requests are sent to open pages as rows with these columns. */
export const requestColumns: readonly Column<RequestEntry>[] = [
  {
    title: "Request",
    class: "what",
    cell: ({ id, method, path, requestPath = path, operationId, message }) => (
      <>
        <a class="request" href={`/console/requests/${id}`}>
          <span class="method">{method}</span> <span class="path">{requestPath}</span>
        </a>
        {operationId === null ? <span class="muted">no operation</span> : <OperationLink operationId={operationId} />}
        {message !== undefined && (
          <span class="reason">
            <Cut text={message} max={maxReasonLength} />
          </span>
        )}
      </>
    ),
  },
  { title: "Outcome", cell: (entry) => <Outcome entry={entry} /> },
  { title: "Time", cell: ({ at, respondedAt = at }) => <Moment at={respondedAt} /> },
  { title: "Duration", class: "number", cell: ({ durationMs }) => (durationMs === undefined ? "" : `${durationMs} ms`) },
  {
    title: "Account",
    class: "number",
    cell: ({ accountId }) => (accountId === null ? <span class="muted">none</span> : <AccountLink accountId={accountId} />),
  },
];

export function Outcome({ entry: { status, problems, fault } }: { readonly entry: RequestEntry }): Markup {
  const kind = status >= 500 ? "bad" : status >= 400 ? "warning" : status >= 300 ? "accent" : "good";
  const violations = problems.length === 1 ? "violation" : `violation ×${problems.length}`;
  const isAccepted = problems.every(({ accepted }) => accepted);
  return (
    <span class="outcome">
      <Badge kind={kind} text={status} />
      {problems.length > 0 && <Badge kind={isAccepted ? "accent" : "warning"} text={isAccepted ? `${violations}, accepted` : violations} />}
      {fault !== undefined && <Badge kind="accent" text="fault" />}
    </span>
  );
}
