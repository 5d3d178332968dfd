import type { Control } from "../../../control/control.ts";
import type { Markup } from "../../html.ts";
import { Cut } from "../cut.tsx";
import { OperationLink } from "../referenceLinks.tsx";
import { effectInWords } from "./readyFaults.ts";

type Fault = Awaited<ReturnType<Control["faults"]["list"]>>[number];

/** So many are on a page; the control API lists all. */
const maxShown = 200;

export function FaultList({ faults, path }: { readonly faults: readonly Fault[]; readonly path: string }): Markup {
  if (faults.length === 0) return <p class="empty">No faults are set: every call is served as ever.</p>;
  return (
    <>
      <div class="table stacks">
        <table>
          <caption>Faults, oldest first. The oldest that applies strikes a call.</caption>
          <thead>
            <tr>
              <th scope="col">Calls</th>
              <th scope="col">What happens</th>
              <th scope="col" class="number">
                Matched
              </th>
              <th scope="col" class="number">
                Struck
              </th>
              <th scope="col">State</th>
              <th scope="col">
                <span class="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {faults.slice(0, maxShown).map((fault) => (
              <Row fault={fault} path={path} />
            ))}
          </tbody>
        </table>
      </div>
      {faults.length > maxShown && <p class="muted">and {faults.length - maxShown} more</p>}
      <form class="row" method="post" action={`${path}/clear`}>
        <button type="submit" class="danger small">
          Delete all of these faults
        </button>
      </form>
    </>
  );
}

function Row({ fault, path }: { readonly fault: Fault; readonly path: string }) {
  const { faultId, match, times, matched, met, effect } = fault;
  return (
    <tr>
      <td>
        {match?.operationId === undefined ? "every operation" : <OperationLink operationId={match.operationId} />}
        <Choice fault={fault} />
      </td>
      <td data-label="Effect">
        <Cut text={effectInWords(effect)} most={300} />
      </td>
      <td class="number" data-label="Matched">
        {matched.toLocaleString("en")}
      </td>
      <td class="number" data-label="Struck">
        {met.toLocaleString("en")}
        {times !== undefined && ` of ${times.toLocaleString("en")}`}
      </td>
      <td data-label="State">{isOver(fault) ? <span class="badge">over</span> : <span class="badge warning">set</span>}</td>
      <td>
        <form method="post" action={`${path}/delete`}>
          <input type="hidden" name="faultId" value={faultId} />
          <button type="submit" class="danger small" aria-label={`Delete the fault ${faultId}`}>
            Delete
          </button>
        </form>
      </td>
    </tr>
  );
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
          , seed “<Cut text={String(seed)} most={60} />”
        </>
      )}
    </span>
  );
}

/** As the mock itself tells which faults can strike no more. */
function isOver({ match, times, matched, met }: Fault): boolean {
  return (times !== undefined && met >= times) || (match?.nth !== undefined && matched >= match.nth);
}
