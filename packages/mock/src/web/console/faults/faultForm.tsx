import { operationTable } from "@crm-platform/types";
import type { Refusal } from "../../../contract/errors/refusal.ts";
import type { Markup } from "../../html.ts";
import { Field, problemWith, Refused, Select, type Typed } from "../components/forms.tsx";
import { readyFaults } from "./readyFaults.ts";

export interface FaultFormProps {
  readonly path: string;
  readonly refusal: Refusal | undefined;
  readonly typed: Typed;
}

const numbers = [
  { name: "times", field: "times", label: "How many calls at most", hint: "empty: until you delete it", inputMode: "numeric" },
  { name: "nth", field: "match.nth", label: "Only the nth call", hint: "the first is 1; empty: every call", inputMode: "numeric" },
  { name: "probability", field: "match.probability", label: "Probability", hint: "over 0, up to 1; empty: always", inputMode: "decimal" },
] as const;

const operations = [["", "every operation"], ...Object.keys(operationTable).map((id) => [id, id] as const)] as const;

const ownFields = ["match.operationId", "match.seed", ...numbers.map(({ field }) => field)];

/** Adds a fault from those that are ready. What the control API refuses is told beside the field, and what was typed stays. */
export function FaultForm({ path, refusal, typed }: FaultFormProps): Markup {
  // Most faults are meant for one call; who wants more says so.
  const { effect = readyFaults[0]?.code, operationId = "", seed = "" } = typed;
  return (
    <section class="card" aria-labelledby="add-fault">
      <h2 id="add-fault">Add a fault</h2>
      <Refused refusal={refusal} beside={ownFields} />
      <form method="post" action={path}>
        <fieldset>
          <legend>What happens to a call</legend>
          <div class="choices">
            {readyFaults.map(({ code, text, hint }) => (
              <label class="choice">
                <input type="radio" name="effect" value={code} checked={code === effect} />
                <span>
                  {text}
                  <span class="hint">{hint}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div class="row fields">
          <Field id="operationId" label="Calls of" problem={problemWith(refusal, "match.operationId")}>
            {(described) => <Select name="operationId" options={operations} chosen={operationId} described={described} />}
          </Field>
          {numbers.map(({ name, field, label, hint, inputMode }) => (
            <Field id={name} label={label} hint={hint} problem={problemWith(refusal, field)}>
              {(described) => (
                <input
                  name={name}
                  inputmode={inputMode}
                  autocomplete="off"
                  value={typed[name] ?? (name === "times" ? "1" : "")}
                  {...described}
                />
              )}
            </Field>
          ))}
          <Field id="seed" label="Seed" hint="equal seeds choose equally" problem={problemWith(refusal, "match.seed")}>
            {(described) => <input name="seed" autocomplete="off" value={seed} {...described} />}
          </Field>
        </div>
        <button type="submit" class="primary">
          Add the fault
        </button>
      </form>
    </section>
  );
}
