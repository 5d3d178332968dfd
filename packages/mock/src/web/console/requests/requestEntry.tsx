import type { RequestEntry } from "../../../generated/control/schemas.ts";
import { Fact } from "../../fact.tsx";
import type { Markup } from "../../html.ts";
import { AccountLink, Moment, OperationLink } from "../components/text.tsx";
import { consolePage } from "../page.tsx";
import { Outcome } from "./requestRow.tsx";
import { Violations } from "./violations.tsx";

/** The page of one request. The journal has no secrets, so neither has the page. */
export function requestEntryPage(entry: RequestEntry): Promise<Response> {
  const hasQuery = Object.keys(entry.query).length > 0;
  const hasBody = entry.body !== undefined;
  return consolePage({
    title: `Request ${entry.id}`,
    current: entry.accountId === null ? "/console" : `/console/accounts/${entry.accountId}/requests`,
    accountId: entry.accountId ?? undefined,
    children: (
      <>
        <p class="lead">
          <code>
            {entry.method} {entry.path}
          </code>
        </p>
        <Facts entry={entry} />
        <Violations entry={entry} />
        {hasQuery && <Json title="Query" value={entry.query} />}
        {hasBody && <Json title="Body" value={entry.body} />}
        {!hasQuery && !hasBody && <p>It had no query, and no body that could be read.</p>}
        <p class="muted">
          Headers are not kept. Where the document says that a field is secret, or declares no such field, there is <code>[redacted]</code>.
        </p>
      </>
    ),
  });
}

function Facts({ entry }: { readonly entry: RequestEntry }): Markup {
  const { operationId, at, answeredAt, durationMs, accountId, fault } = entry;
  return (
    <dl class="facts card">
      <Fact term="Operation">
        {operationId === null ? "none: no operation has this path and method" : <OperationLink operationId={operationId} />}
      </Fact>
      <Fact term="Outcome">
        <span class="outcome">
          <Outcome entry={entry} />
        </span>
      </Fact>
      {answeredAt !== undefined && (
        <Fact term="Answered">
          <Moment at={answeredAt} /> <span class="muted">UTC, by the clock of the machine</span>
        </Fact>
      )}
      <Fact term="Mock time">
        <Moment at={at} /> <span class="muted">UTC, by the {accountId === null ? "shared clock" : "clock of the account"}</span>
      </Fact>
      {durationMs !== undefined && <Fact term="Took">{durationMs} ms</Fact>}
      <Fact term="Account">{accountId === null ? "none: it led to no account" : <AccountLink accountId={accountId} />}</Fact>
      {fault !== undefined && (
        <Fact term="Fault">
          Struck by <code>{fault}</code>, which went wrong on purpose. <FaultLinks accountId={accountId} />
        </Fact>
      )}
    </dl>
  );
}

/** A fault is one of the account, or one of all. */
function FaultLinks({ accountId }: { readonly accountId: number | null }): Markup {
  return (
    <>
      <a href="/console/faults">The faults for all</a>
      {accountId !== null && (
        <>
          {" · "}
          <a href={`/console/accounts/${accountId}/faults`}>those of the account</a>
        </>
      )}
    </>
  );
}

function Json({ title, value }: { readonly title: string; readonly value: unknown }): Markup {
  return (
    <section>
      <h2>{title}</h2>
      <pre class="wrap">
        <code>{JSON.stringify(value, null, 2)}</code>
      </pre>
    </section>
  );
}
