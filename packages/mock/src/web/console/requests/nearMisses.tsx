import { type OperationId, operationTable } from "@crm-platform/types";
import { statusOfCategory } from "../../../contract/refusal.ts";
import type { RequestEntry } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { OperationLink } from "../referenceLinks.tsx";
import { fieldFacts } from "./fieldFacts.ts";

const operationIds = Object.keys(operationTable) as OperationId[];
const consentPath = "/oauth/authorize";

/** What a request that nearly was a right one lacks: each problem, and what would be right. */
export function NearMisses({ entry }: { readonly entry: RequestEntry }): Markup | null {
  const { operationId, problems } = entry;
  if (operationId === null) return <NoOperation entry={entry} />;
  if (problems.length === 0) return null;
  return (
    <section>
      <h2>Near miss</h2>
      <p>
        The request was meant for <OperationLink operationId={operationId} />, and broke its contract{" "}
        {problems.length === 1 ? "in one place" : `in ${problems.length} places`}.
      </p>
      {problems.map((problem) => (
        <Miss operationId={operationId} problem={problem} />
      ))}
    </section>
  );
}

type Problem = RequestEntry["problems"][number];

function Miss({ operationId, problem }: { readonly operationId: string; readonly problem: Problem }): Markup {
  const { in: field, code, message, received } = problem;
  const { description, example } = fieldFacts(operationId, field);
  return (
    <article class="card miss">
      <h3>
        <code>{field}</code> <span class="badge warning">{code}</span>
      </h3>
      <dl class="facts">
        <dt>What came</dt>
        <dd>{received === undefined ? <Unknown code={code} /> : <code>{received}</code>}</dd>
        <dt>What would be right</dt>
        <dd>{message}</dd>
        {description !== undefined && (
          <>
            <dt>The field</dt>
            <dd>
              <Told text={description} />
            </dd>
          </>
        )}
        {example !== undefined && (
          <>
            <dt>For example</dt>
            <dd>
              <code>{example}</code>
            </dd>
          </>
        )}
      </dl>
    </article>
  );
}

/** A text of the document, in which code stands between backticks. */
function Told({ text }: { readonly text: string }): Markup {
  return <>{text.split("`").map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>))}</>;
}

function Unknown({ code }: { readonly code: string }): Markup {
  return <span class="muted">{code === "required" ? "nothing" : "not kept: it may be a secret, or says nothing"}</span>;
}

/** For a request that no operation takes: what else there is. */
function NoOperation({ entry: { method, path, status } }: { readonly entry: RequestEntry }): Markup {
  const others = operationIds.filter((operationId) => fitsPath(operationTable[operationId].path, path));
  return (
    <section>
      <h2>No operation</h2>
      {path === consentPath ? (
        <p>This is the consent page of the OAuth flow, where users approve an app. It is no operation of the API.</p>
      ) : status === statusOfCategory.SUNSET_INTERFACE ? (
        <p>
          The interface is gone, and calls to it answer 410. The <a href="/docs/">reference</a> has the list of those, with their dates.
        </p>
      ) : others.length === 0 ? (
        <p>
          The platform has no such path. Parts of it that the document does not write are shown as <code>{"{…}"}</code>, because they may be
          secrets. The <a href="/docs/">reference</a> has all the paths there are.
        </p>
      ) : (
        <OtherMethods method={method} operationIds={others} />
      )}
    </section>
  );
}

function OtherMethods({
  method,
  operationIds: others,
}: {
  readonly method: string;
  readonly operationIds: readonly OperationId[];
}): Markup {
  return (
    <>
      <p>
        The path is one of the platform’s, but not with <code>{method}</code>. It has:
      </p>
      <ul>
        {others.map((operationId) => (
          <li>
            <code>{operationTable[operationId].method}</code> <OperationLink operationId={operationId} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Whether a masked path can be one of an operation. */
function fitsPath(pattern: string, path: string): boolean {
  const parts = path.split("/");
  const wanted = pattern.split("/");
  return parts.length === wanted.length && wanted.every((part, index) => part.startsWith("{") || part === parts[index]);
}
