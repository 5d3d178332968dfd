import type { RequestEntry } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { AccountLink, Moment, OperationLink } from "../components/text.tsx";

/** One entry of the journal in the list of them. @param isFresh whether it came while somebody looks on */
export function RequestRow({ entry, isFresh = false }: { readonly entry: RequestEntry; readonly isFresh?: boolean }): Markup {
  const { id, at, answeredAt = at, method, path, operationId, durationMs, accountId } = entry;
  return (
    <tr class={isFresh ? "fresh" : undefined}>
      <td class="when">
        <Moment at={answeredAt} />
        {isApart(at, answeredAt) && (
          <span class="hint">
            account: <Moment at={at} />
          </span>
        )}
      </td>
      <td class="what">
        <a class="request" href={`/console/requests/${id}`}>
          <span class="method">{method}</span> <span class="path">{path}</span>
        </a>
        <span class="operation">
          {operationId === null ? <span class="muted">no operation</span> : <OperationLink operationId={operationId} />}
        </span>
      </td>
      <td class="outcome">
        <Outcome entry={entry} />
      </td>
      <td class="took number">{durationMs === undefined ? "" : `${durationMs} ms`}</td>
      <td class="whose number">{accountId === null ? <span class="muted">none</span> : <AccountLink accountId={accountId} />}</td>
    </tr>
  );
}

/** Whether the clock of an account shows another time than that of the machine; a slow answer makes no difference. */
function isApart(at: string, answeredAt: string): boolean {
  return Math.abs(Date.parse(at) - Date.parse(answeredAt)) > 60_000;
}

/** The status of an answer, and what else came to pass. */
export function Outcome({ entry: { status, problems, fault } }: { readonly entry: RequestEntry }): Markup {
  return (
    <>
      <StatusBadge status={status} />
      <ViolationBadge problems={problems} />
      {fault !== undefined && <span class="badge accent">fault</span>}
    </>
  );
}

function ViolationBadge({ problems }: Pick<RequestEntry, "problems">): Markup | null {
  if (problems.length === 0) return null;
  const count = problems.length === 1 ? "violation" : `violation ×${problems.length}`;
  // The request was served all the same.
  const isAccepted = problems.every(({ accepted }) => accepted);
  return <span class={`badge ${isAccepted ? "accent" : "warning"}`}>{isAccepted ? `${count}, accepted` : count}</span>;
}

function StatusBadge({ status }: { readonly status: number }): Markup {
  const kind = status >= 500 ? "bad" : status >= 400 ? "warning" : status >= 300 ? "accent" : "good";
  return <span class={`badge ${kind}`}>{status}</span>;
}
