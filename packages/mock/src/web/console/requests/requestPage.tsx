import { operationTable } from "@crm-platform/types";
import { statusOfCategory } from "../../../contract/errors/rejection.ts";
import { isObject } from "../../../contract/openapi/document.ts";
import type { RequestEntry } from "../../../generated/control/schemas.ts";
import { curlCommand } from "../../curlCommand.ts";
import { Facts } from "../../facts.tsx";
import type { Markup } from "../../html.ts";
import { AccountLink, Json, Moment, OperationLink } from "../components/text.tsx";
import type { Content } from "../page.tsx";
import { Effects } from "../timeline/effects.tsx";
import { operationOf } from "./fieldFacts.ts";
import { Outcome } from "./requestColumns.tsx";
import { Violations } from "./violations.tsx";

const consentPath = "/oauth/authorize";
const tokenPlaceholder = "<ACCESS_TOKEN>";

/** @param origin the mock's address, for the curl command */
export function requestPage(entry: RequestEntry, origin: string): Content {
  const { id, method, path, requestPath = path, operationId, at, respondedAt, durationMs, accountId, fault } = entry;
  const { query, body, responseBody, category, message } = entry;
  const hasQuery = Object.keys(query).length > 0;
  const children = (
    <>
      <p class="lead">
        <code>
          {method} {requestPath}
        </code>
      </p>
      {message !== undefined && (
        <p class="notice bad">
          {category}: {message}
        </p>
      )}
      <Facts
        facts={{
          Operation: operationId === null ? "none: no operation has this path and method" : <OperationLink operationId={operationId} />,
          Path: requestPath !== path && <code>{path}</code>,
          Outcome: <Outcome entry={entry} />,
          Time: respondedAt !== undefined && <Time at={respondedAt} clock="machine's clock" />,
          "Mock time": <Time at={at} clock={accountId === null ? "shared clock" : "account's clock"} />,
          Duration: durationMs !== undefined && `${durationMs} ms`,
          Account: accountId === null ? "none: the request does not belong to an account" : <AccountLink accountId={accountId} />,
          Fault: fault !== undefined && <FaultLinks fault={fault} accountId={accountId} />,
        }}
      />
      {accountId !== null && entry.effects && (
        <section>
          <h2>Effects</h2>
          <Effects accountId={accountId} effects={entry.effects} deliveries={[]} emails={[]} />
        </section>
      )}
      {operationId === null ? <NoOperation entry={entry} /> : <Violations operationId={operationId} problems={entry.problems} />}
      <div class="sides">
        <div>
          {hasQuery && <Json title="Query" value={query} />}
          {body !== undefined && <Json title="Request body" value={body} />}
          {!hasQuery && body === undefined && <p>The request had no query and no readable body.</p>}
        </div>
        <div>
          {responseBody === undefined ? <p>The response had no JSON body.</p> : <Json title="Response body" value={responseBody} />}
        </div>
      </div>
      <p class="muted">
        Headers are not stored. Secrets, and fields of the request that the document does not declare, are shown as <code>[redacted]</code>.
      </p>
      <section>
        <h2>Send again</h2>
        <p>
          Replace <code>{tokenPlaceholder}</code> and the redacted values. Long bodies are incomplete.
        </p>
        <pre class="wrap" data-copy="Copy as curl">
          <code>{commandFor(entry, origin)}</code>
        </pre>
      </section>
    </>
  );
  return { title: `Request ${id}`, scripts: ["copy.js"], children };
}

/** Secrets are not stored, so the command contains placeholders. */
function commandFor({ method, path, requestPath = path, query, body, operationId }: RequestEntry, origin: string): string {
  const operation = operationId === null ? undefined : operationOf(operationId);
  const isForm = operation?.body?.mediaTypes.includes("application/json") === false && isObject(body);
  return curlCommand({
    method,
    url: `${origin}${requestPath}${Object.keys(query).length === 0 ? "" : `?${parametersOf(query)}`}`,
    headers: operation?.authentication === "none" ? {} : { Authorization: `Bearer ${tokenPlaceholder}` },
    body: isForm ? parametersOf(body) : body === undefined ? undefined : JSON.stringify(body),
  });
}

/** A list becomes several parameters of the same name. */
function parametersOf(values: Readonly<Record<string, unknown>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)])),
  );
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
