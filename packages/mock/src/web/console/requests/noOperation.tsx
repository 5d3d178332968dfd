import { type OperationId, operationTable } from "@crm-platform/types";
import { statusOfCategory } from "../../../contract/errors/refusal.ts";
import type { RequestEntry } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { OperationLink } from "../components/text.tsx";

const consentPath = "/oauth/authorize";

/** Explains a request that no operation takes. */
export function NoOperation({ entry: { path, status, problems } }: { readonly entry: RequestEntry }): Markup | null {
  if (problems.length > 0) {
    return (
      <section>
        <h2>Contract violation</h2>
        {problems.map(({ message }) => (
          <p>
            <WithLinks text={message} />
          </p>
        ))}
        <p>
          The <a href="/docs/">reference</a> has all operations. Parts of a path that look like credentials are shown as{" "}
          <code>{"{…}"}</code>.
        </p>
      </section>
    );
  }
  if (path === consentPath) return <p>This is the consent page of the OAuth flow, where users approve an app. It is not an operation.</p>;
  if (status !== statusOfCategory.SUNSET_INTERFACE) return null;
  return (
    <p>
      The interface has ended, and calls to it get a 410. The <a href="/docs/">reference</a> lists these interfaces with their dates.
    </p>
  );
}

const operationIds = Object.keys(operationTable) as OperationId[];

/** A text in which the operations that it names are links to the reference. */
function WithLinks({ text }: { readonly text: string }): Markup {
  return (
    <>
      {text.split(/([a-z]+\.[a-z]+)/i).map((part) => {
        const operationId = operationIds.find((id) => id === part);
        return operationId === undefined ? part : <OperationLink operationId={operationId} />;
      })}
    </>
  );
}
