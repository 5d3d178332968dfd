import type { Child } from "hono/jsx";
import type { Refusal } from "../../../contract/errors/refusal.ts";
import type { Clock } from "../../../generated/control/schemas.ts";
import type { Markup } from "../../html.ts";
import { Field, problemWith, Refused, Select, type Typed } from "../components/forms.tsx";
import { units } from "./spans.ts";

const steps = [
  ["1 minute", 1, "minutes"],
  ["30 minutes", 30, "minutes"],
  ["1 day", 1, "days"],
] as const;

export interface ClockFormsProps {
  readonly clock: Clock;
  /** The machine's time. */
  readonly wall: number;
  readonly path: string;
  /** `undefined` for the clock of all accounts. */
  readonly accountId: number | undefined;
  readonly refusal: Refusal | undefined;
  readonly typed: Typed;
}

/** A form for each thing that can be done with a clock. What was typed wrong is told in the form where it was typed. */
export function ClockForms({ clock, path, accountId, refusal, typed }: ClockFormsProps): Markup {
  const refused = (action: string) => (typed["action"] === action ? refusal : undefined);
  const form = (action: string, children: Child) => (
    <form class="row" method="post" action={path}>
      <input type="hidden" name="action" value={action} />
      {children}
    </form>
  );
  const moment = refused("freezeAt");
  return (
    <>
      <Refused refusal={refusal} beside={["at", "advance", "offset"]} />
      <div class="cards">
        <section class="card">
          <h2>Move on</h2>
          <div class="actions">
            {steps.map(([text, amount, unit]) => (
              <form method="post" action={path}>
                <input type="hidden" name="action" value="advance" />
                <input type="hidden" name="amount" value={String(amount)} />
                <input type="hidden" name="unit" value={unit} />
                <button type="submit" class="small">
                  {text}
                </button>
              </form>
            ))}
          </div>
          {form(
            "advance",
            <SpanFields
              id="advance"
              label="By"
              typed={refused("advance") && typed}
              problem={problemWith(refused("advance"), "advance")}
              button="Move on"
            />,
          )}
        </section>
        <section class="card">
          <h2>Stand still</h2>
          {form("freeze", <button type="submit">Freeze now</button>)}
          {form(
            "freezeAt",
            <>
              <Field id="at" label="At a moment" hint="in UTC" problem={problemWith(moment, "at")}>
                {(described) => (
                  <input
                    type="datetime-local"
                    step="1"
                    name="at"
                    required
                    value={moment ? typed["at"] : clock.now.slice(0, 19)}
                    {...described}
                  />
                )}
              </Field>
              <button type="submit">Freeze there</button>
            </>,
          )}
        </section>
        <section class="card">
          <h2>Run</h2>
          <div class="actions">
            {clock.mode === "frozen" && form("run", <button type="submit">Run on from here</button>)}
            <form method="post" action={path}>
              <input type="hidden" name="action" value="offset" />
              <input type="hidden" name="amount" value="0" />
              <button type="submit">Run with the machine</button>
            </form>
            {accountId !== undefined &&
              clock.mode !== "shared" &&
              form("shared", <button type="submit">Go by the clock of all accounts</button>)}
          </div>
          {form(
            "offset",
            <SpanFields
              id="offset"
              label="Ahead by"
              hint="below 0: behind"
              typed={refused("offset") && typed}
              problem={problemWith(refused("offset"), "offset")}
              button="Set"
            />,
          )}
        </section>
      </div>
    </>
  );
}

const unitOptions = Object.keys(units).map((unit) => [unit, unit] as const);

interface SpanFieldsProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly typed: Readonly<Record<string, string>> | undefined;
  readonly problem: string | undefined;
  readonly button: string;
}

function SpanFields({ id, label, hint, typed, problem, button }: SpanFieldsProps) {
  return (
    <>
      <div class="span-fields">
        <Field id={id} label={label} {...(hint === undefined ? {} : { hint })} problem={problem}>
          {(described) => <input type="number" step="any" name="amount" required value={typed?.["amount"] ?? ""} {...described} />}
        </Field>
        <Field id={`${id}-unit`} label="Unit">
          {(described) => <Select name="unit" options={unitOptions} chosen={typed?.["unit"] ?? "minutes"} described={described} />}
        </Field>
      </div>
      <button type="submit">{button}</button>
    </>
  );
}
