import { operationTable } from "@crm-platform/types";
import { statusOfCategory } from "../../../contract/errors/rejection.ts";
import type { RequestEntry } from "../../../generated/control/schemas.ts";
import { Facts } from "../../facts.tsx";
import type { Markup } from "../../html.ts";
import { AccountLink, Json, Moment, OperationLink } from "../components/text.tsx";
import type { Content } from "../page.tsx";
import { Outcome } from "./requestColumns.tsx";
import { Violations } from "./violations.tsx";

const consentPath = "/oauth/authorize";

export function requestPage(entry: RequestEntry): Content {
  const { id, method, path, operationId, at, respondedAt, durationMs, accountId, fault, query, body } = entry;
  const hasQuery = Object.keys(query).length > 0;
  const children = (
    <>
      <p class="lead">
        <code>
          {method} {path}
        </code>
      </p>
      <Facts
        facts={{
          Operation: operationId === null ? "none: no operation has this path and method" : <OperationLink operationId={operationId} />,
          Outcome: <Outcome entry={entry} />,
          Time: respondedAt !== undefined && <Time at={respondedAt} clock="machine's clock" />,
          "Mock time": <Time at={at} clock={accountId === null ? "shared clock" : "account's clock"} />,
          Duration: durationMs !== undefined && `${durationMs} ms`,
          Account: accountId === null ? "none: the request does not belong to an account" : <AccountLink accountId={accountId} />,
          Fault: fault !== undefined && <FaultLinks fault={fault} accountId={accountId} />,
        }}
      />
      {operationId === null ? <NoOperation entry={entry} /> : <Violations operationId={operationId} problems={entry.problems} />}
      {hasQuery && <Json title="Query" value={query} />}
      {body !== undefined && <Json title="Body" value={body} />}
      {!hasQuery && body === undefined && <p>The request had no query and no readable body.</p>}
      <p class="muted">
        Headers are not stored. Secrets, and fields that the document does not declare, are shown as <code>[redacted]</code>.
      </p>
    </>
  );
  return { title: `Request ${id}`, children };
}

function Time({ at, clock }: { readonly at: string; readonly clock: string }): Markup {
  return (
    <>
      <Moment at={at} /> <span class="muted">UTC, by the {clock}</span>
    </>
  );
}

function FaultLinks({ fault, accountId }: { readonly fault: string; readonly accountId: number | null }): Markup {
  return (
    <>
      <code>{fault}</code>, from the <a href="/console/faults">faults for all accounts</a>
      {accountId !== null && (
        <>
          {" or "}
          <a href={`/console/accounts/${accountId}/faults`}>those of the account</a>
        </>
      )}
    </>
  );
}

function NoOperation({ entry: { path, status, problems } }: { readonly entry: RequestEntry }): Markup | null {
  if (problems.length > 0) {
    return (
      <section>
        <h2>Contract violation</h2>
        {problems.map(({ message }) => (
          <p>
            {message
              .split(/([a-z]+\.[a-z]+)/i)
              .map((part) => (Object.hasOwn(operationTable, part) ? <OperationLink operationId={part} /> : part))}
          </p>
        ))}
        <p>
          The <a href="/docs/">reference</a> lists all operations. Parts of a path that look like credentials are shown as{" "}
          <code>{"{…}"}</code>.
        </p>
      </section>
    );
  }
  if (path === consentPath) return <p>This is the consent page of the OAuth flow, where users approve an app. It is not an operation.</p>;
  if (status !== statusOfCategory.SUNSET_INTERFACE) return null;
  return (
    <p>
      This interface has been sunset, and requests to it get a 410. The <a href="/docs/">reference</a> lists the sunset interfaces.
    </p>
  );
}
