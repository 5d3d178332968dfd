import { type OperationId, operationTable } from "@crm-platform/types";
import { statusOfCategory } from "../../../contract/refusal.ts";
import type { RequestEntry } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { OperationLink } from "../referenceLinks.tsx";
import { operationsAt, operationsNear } from "./paths.ts";

const consentPath = "/oauth/authorize";

/** For a request that no operation takes: what else there is. */
export function NoOperation({ entry: { method, path, status } }: { readonly entry: RequestEntry }): Markup {
  const others = operationsAt(path);
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
        <NoPath method={method} path={path} />
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
      <Operations operationIds={others} />
    </>
  );
}

function NoPath({ method, path }: { readonly method: string; readonly path: string }): Markup {
  const near = operationsNear(method, path);
  return (
    <>
      <p>
        The platform has no such path. Parts of it that the document does not write are shown as <code>{"{…}"}</code>, because they may be
        secrets. The <a href="/docs/">reference</a> has all the paths there are.
      </p>
      {near.length > 0 && (
        <>
          <p>It differs in one part only from that of:</p>
          <Operations operationIds={near} />
        </>
      )}
    </>
  );
}

function Operations({ operationIds }: { readonly operationIds: readonly OperationId[] }): Markup {
  return (
    <ul>
      {operationIds.map((operationId) => (
        <li>
          <code>
            {operationTable[operationId].method} {operationTable[operationId].path}
          </code>{" "}
          <OperationLink operationId={operationId} />
        </li>
      ))}
    </ul>
  );
}
