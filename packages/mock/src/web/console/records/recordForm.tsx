import type { Refusal } from "../../../contract/errors/refusal.ts";
import type { Markup } from "../../html.ts";
import { Field, problemWith, Refused } from "../components/forms.tsx";

/** A record as it was typed. */
export interface TypedRecord {
  readonly type: string;
  readonly id: string;
  readonly properties: readonly (readonly [name: string, value: string])[];
  /** How many properties the form does not show. */
  readonly omitted?: number;
}

export interface RecordFormProps {
  /** Where the form is sent. */
  readonly path: string;
  /** Where a person goes who does not save. */
  readonly back: string;
  readonly typed: TypedRecord;
  readonly refusal: Refusal | undefined;
  /** The object types to choose from; `undefined` for a record that exists, whose type and id are fixed. */
  readonly types?: readonly string[];
}

const emptyRows = 4;

/** Adds or edits a record. What the control API refuses is shown in place, and what was typed stays. */
export function RecordForm({ path, back, typed, refusal, types }: RecordFormProps): Markup {
  const { type, id, properties, omitted = 0 } = typed;
  const filled = properties.filter(([name, value]) => name !== "" || value !== "");
  const rows = [...filled, ...Array.from({ length: emptyRows }, () => ["", ""] as const)];
  return (
    <section class="card" aria-labelledby="record-form">
      <h2 id="record-form">{types ? "The record" : "Properties"}</h2>
      <Refused refusal={refusal} beside={["objectType", "id"]} />
      <form method="post" action={path}>
        {types && (
          <div class="row fields">
            <Field
              id="type"
              label="Object type"
              hint="for example tickets, or 2-7 for a custom type"
              problem={problemWith(refusal, "objectType")}
            >
              {(described) => <input name="type" list="object-types" autocomplete="off" required value={type} {...described} />}
            </Field>
            <datalist id="object-types">
              {types.map((name) => (
                <option value={name} />
              ))}
            </datalist>
            <Field id="id" label="Id" hint="empty: the next free id" problem={problemWith(refusal, "id")}>
              {(described) => <input name="id" inputmode="numeric" autocomplete="off" value={id} {...described} />}
            </Field>
          </div>
        )}
        <fieldset>
          <legend>{types ? "Properties" : "Names and values"}</legend>
          {rows.map(([name, value], index) => (
            <div class="row fields">
              <Field id={`name-${index}`} label={`Name ${index + 1}`}>
                {(described) => <input name="name" autocomplete="off" value={name} {...described} />}
              </Field>
              <Field id={`value-${index}`} label={`Value ${index + 1}`}>
                {(described) => (
                  <textarea name="value" rows={1} {...described}>
                    {/* A browser drops the first line break of a text field. */}
                    {`\n${value}`}
                  </textarea>
                )}
              </Field>
            </div>
          ))}
        </fieldset>
        {omitted > 0 && <p class="muted">{omittedText(omitted)}</p>}
        <p class="actions">
          <button type="submit" class="primary">
            Save the record
          </button>
          <a class="button" href={back}>
            Cancel
          </a>
        </p>
      </form>
    </section>
  );
}

function omittedText(count: number): string {
  if (count === 1) return "1 more property is not shown here and stays as it is.";
  return `${count.toLocaleString("en")} more properties are not shown here and stay as they are.`;
}
