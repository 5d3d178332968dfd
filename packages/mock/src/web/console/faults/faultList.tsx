import type { Fault } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { type Column, Table } from "../components/table.tsx";
import { Cut, OperationLink } from "../components/text.tsx";
import { effectInWords } from "./readyFaults.ts";

/** How many are on a page; the control API lists all. */
const maxShown = 200;

export function FaultList({ faults, path }: { readonly faults: readonly Fault[]; readonly path: string }): Markup {
  if (faults.length === 0) return <p class="empty">No faults are set: every call is served as ever.</p>;
  return (
    <>
      <Table
        caption="Faults, oldest first. The oldest that applies strikes a call."
        columns={columnsOf(path)}
        items={faults.slice(0, maxShown)}
      />
      {faults.length > maxShown && <p class="muted">and {faults.length - maxShown} more</p>}
      <form class="row" method="post" action={`${path}/clear`}>
        <button type="submit" class="danger small">
          Delete all of these faults
        </button>
      </form>
    </>
  );
}

function columnsOf(path: string): Column<Fault>[] {
  return [
    {
      title: "Calls",
      cell: (fault) => (
        <>
          {fault.match?.operationId === undefined ? "every operation" : <OperationLink operationId={fault.match.operationId} />}
          <Choice fault={fault} />
        </>
      ),
    },
    { title: "Effect", cell: ({ effect }) => <Cut text={effectInWords(effect)} max={300} /> },
    { title: "Matched", isNumber: true, cell: ({ matched }) => matched.toLocaleString("en") },
    {
      title: "Struck",
      isNumber: true,
      cell: ({ met, times }) => `${met.toLocaleString("en")}${times === undefined ? "" : ` of ${times.toLocaleString("en")}`}`,
    },
    {
      title: "State",
      cell: (fault) => (isOver(fault) ? <span class="badge">over</span> : <span class="badge warning">set</span>),
    },
    {
      title: "Actions",
      isUntitled: true,
      cell: ({ faultId }) => (
        <form method="post" action={`${path}/delete`}>
          <input type="hidden" name="faultId" value={faultId} />
          <button type="submit" class="danger small" aria-label={`Delete the fault ${faultId}`}>
            Delete
          </button>
        </form>
      ),
    },
  ];
}

/** Which of the calls, in words. */
function Choice({ fault: { match = {} } }: { readonly fault: Fault }) {
  const { nth, probability, seed } = match;
  if (nth === undefined && probability === undefined) return null;
  return (
    <span class="hint">
      {nth !== undefined && `only call ${nth} `}
      {probability !== undefined && `with a probability of ${probability}`}
      {seed !== undefined && seed !== "" && (
        <>
          , seed “<Cut text={String(seed)} max={60} />”
        </>
      )}
    </span>
  );
}

/** As the mock itself tells which faults can strike no more. */
function isOver({ match, times, matched, met }: Fault): boolean {
  return (times !== undefined && met >= times) || (match?.nth !== undefined && matched >= match.nth);
}
