import type { RequestEntry } from "../../../generated/control/schemas.ts";
import { Fact } from "../../fact.tsx";
import type { Markup } from "../../html.ts";
import { OperationLink } from "../components/text.tsx";
import { fieldFacts } from "./fieldFacts.ts";
import { NoOperation } from "./noOperation.tsx";

/** What broke the contract in a request: each violation, and what would be right. */
export function Violations({ entry }: { readonly entry: RequestEntry }): Markup | null {
  const { operationId, problems } = entry;
  if (operationId === null) return <NoOperation entry={entry} />;
  if (problems.length === 0) return null;
  return (
    <section>
      <h2>{problems.length === 1 ? "Contract violation" : `${problems.length} contract violations`}</h2>
      <p>
        The request broke the contract of <OperationLink operationId={operationId} />.
      </p>
      {problems.map((problem) => (
        <Violation operationId={operationId} problem={problem} />
      ))}
    </section>
  );
}

type Problem = RequestEntry["problems"][number];

function Violation({ operationId, problem }: { readonly operationId: string; readonly problem: Problem }): Markup {
  const { in: field, code, message, received, accepted } = problem;
  const { description, example } = fieldFacts(operationId, field);
  return (
    <article class="card violation">
      <h3>
        <code>{field}</code> <span class={`badge ${accepted ? "accent" : "warning"}`}>{code}</span>
      </h3>
      {accepted && <p>Let through, because the real service is known to accept it. A mock with strict refuses it.</p>}
      <dl class="facts">
        <Fact term="What came">{received === undefined ? <Unknown code={code} /> : <code>{received}</code>}</Fact>
        <Fact term="What would be right">{message}</Fact>
        <Fact term="The field">{description !== undefined && <Told text={description} />}</Fact>
        <Fact term="For example">{example !== undefined && <code>{example}</code>}</Fact>
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
