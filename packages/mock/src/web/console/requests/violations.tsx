import type { RequestEntry } from "../../../generated/control/schemas.ts";
import { Facts } from "../../facts.tsx";
import type { Markup } from "../../html.ts";
import { Badge, OperationLink } from "../components/text.tsx";
import { fieldFacts } from "./fieldFacts.ts";

type Problem = RequestEntry["problems"][number];

export function Violations({
  operationId,
  problems,
}: {
  readonly operationId: string;
  readonly problems: readonly Problem[];
}): Markup | null {
  if (problems.length === 0) return null;
  return (
    <section>
      <h2>{problems.length === 1 ? "Contract violation" : `${problems.length} contract violations`}</h2>
      <p>
        The request violated the contract of <OperationLink operationId={operationId} />.
      </p>
      {problems.map((problem) => (
        <Violation operationId={operationId} problem={problem} />
      ))}
    </section>
  );
}

function Violation({ operationId, problem }: { readonly operationId: string; readonly problem: Problem }): Markup {
  const { in: field, code, message, received, accepted } = problem;
  const { description, example } = fieldFacts(operationId, field);
  const unknown = code === "required" ? "nothing" : "not stored, because it may be a secret";
  return (
    <article class="card">
      <h3>
        <code>{field}</code> <Badge kind={accepted ? "accent" : "warning"} text={code} />
      </h3>
      {accepted && <p>The mock accepted this violation, because the real service does. In strict mode, the mock rejects it.</p>}
      <Facts
        isPlain
        facts={{
          Received: received === undefined ? <span class="muted">{unknown}</span> : <code>{received}</code>,
          Expected: message,
          Description: description !== undefined && <WithCode text={description} />,
          Example: example !== undefined && <code>{example}</code>,
        }}
      />
    </article>
  );
}

/** Shows text between backticks as code. */
function WithCode({ text }: { readonly text: string }): Markup {
  return <>{text.split("`").map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>))}</>;
}
