import { smallBodyLimit } from "../../../contract/request/bodySize.ts";
import type { Markup } from "../../html.ts";
import { Field, Form, type FormView } from "../components/forms.tsx";
import { counted } from "../components/text.tsx";
import type { ConsoleRecord } from "./readRecord.ts";

export type TypedProperties = readonly (readonly [name: string, value: string])[];

export interface RecordFormProps {
  readonly view: FormView;
  readonly back: string;
  readonly properties: TypedProperties;
  readonly omitted?: number;
  /** The object types to choose from; `undefined` for an existing record, whose type is fixed. */
  readonly types?: readonly string[];
  readonly type?: string | undefined;
}

const emptyRows = 4;

export function RecordForm({ view, back, properties, omitted = 0, types, type }: RecordFormProps): Markup {
  const rows = [...properties, ...Array.from({ length: emptyRows }, () => ["", ""] as const)];
  const { attempt } = view;
  return (
    <section class="card">
      <Form view={view} action="save" button="Save the record" kind="primary">
        {types && (
          <div class="row">
            <Field
              name="type"
              of="objectType"
              label="Object type"
              hint="for example tickets, or the name of a custom object type"
              list={objectTypeNames}
              required
              value={type}
              attempt={attempt}
            />
            <ObjectTypeNames types={types} />
          </div>
        )}
        <fieldset>
          <legend>Properties</legend>
          {rows.map(([name, value], index) => (
            <div class="row">
              <Field name="name" id={`name-${index}`} label={`Name ${index + 1}`} value={name} />
              <div class="field">
                <label for={`value-${index}`}>Value {index + 1}</label>
                <textarea name="value" id={`value-${index}`} rows={1}>
                  {/* Browsers drop the first line break of a textarea. */}
                  {`\n${value}`}
                </textarea>
              </div>
            </div>
          ))}
        </fieldset>
        {omitted > 0 && <p class="muted">{counted(omitted, "more property is", "more properties are")} not shown and will not change.</p>}
      </Form>
      <a href={back}>Cancel</a>
    </section>
  );
}

export const objectTypeNames = "object-types";

/** Suggests names. Other names are allowed, because custom types may have no records yet. */
export function ObjectTypeNames({ types }: { readonly types: readonly string[] }): Markup {
  return (
    <datalist id={objectTypeNames}>
      {types.map((name) => (
        <option value={name} />
      ))}
    </datalist>
  );
}

/** Longer values are not editable, because the form's size is limited. */
const maxEditableLength = 2_000;
const maxEditable = 50;
/** The maximum is half of the form's limit, which leaves the other half for new text. */
const maxShownBytes = smallBodyLimit / 2;

export function typedOf(record: Pick<ConsoleRecord, "properties" | "readOnly">): {
  readonly properties: TypedProperties;
  readonly omitted: number;
} {
  const writable = Object.entries(record.properties).filter(([name]) => !record.readOnly.has(name));
  const all = writable.map(([name, [current]]) => [name, current?.value ?? ""] as const);
  let left = maxShownBytes;
  const properties = all
    .filter(([, value]) => value.length <= maxEditableLength)
    .slice(0, maxEditable)
    .filter((property) => {
      left -= sentBytes(property);
      return left >= 0;
    });
  return { properties, omitted: all.length - properties.length };
}

function sentBytes([name, value]: readonly [name: string, value: string]): number {
  return new URLSearchParams({ name, value: value.replaceAll(/\r?\n/g, "\r\n") }).toString().length + 1;
}
