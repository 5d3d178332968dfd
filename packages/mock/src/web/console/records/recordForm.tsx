import type { Property } from "@crm-platform/types";
import { smallBodyLimit } from "../../../contract/request/bodySize.ts";
import { nameProperties } from "../../../control/recordName.ts";
import type { Markup } from "../../html.ts";
import { type Attempt, Field, type FieldProps, Form, type FormView, type Options } from "../components/forms.tsx";
import { counted } from "../components/text.tsx";
import type { ConsoleRecord } from "./readRecord.ts";

export type TypedProperties = readonly (readonly [name: string, value: string])[];

/** What the form offers for the properties of an object type. */
export interface OfferedProperties {
  readonly definitions: readonly Property[];
  /** Options that are not in the definitions, for example owners, by the name of the property. */
  readonly options: ReadonlyMap<string, Options>;
}

export interface RecordFormProps {
  readonly view: FormView;
  readonly back: string;
  /** The values to show: those of the record, or those of a rejected form. */
  readonly properties: TypedProperties;
  readonly offered: OfferedProperties;
  /** The properties whose values are not shown. */
  readonly omitted?: readonly string[];
  /** The object types to choose from; `undefined` for an existing record, whose type is fixed. */
  readonly types?: readonly string[];
  readonly type?: string | undefined;
}

export function RecordForm({ view, back, properties, offered, omitted = [], types, type = "" }: RecordFormProps): Markup {
  const used = new Set([...omitted, ...properties.map(([name]) => name)]);
  const unused = offered.definitions.filter(({ name, modificationMetadata }) => !(used.has(name) || modificationMetadata?.readOnlyValue));
  const isMain = ({ name, referencedObjectType }: Property) =>
    nameProperties.includes(name) || offered.options.has(name) || (referencedObjectType === "OWNER" && name === "hs_owner_id");
  const main = unused.filter(isMain);
  const groups = Map.groupBy(
    unused.filter((property) => !isMain(property)),
    ({ groupName }) => groupName,
  );
  const byName = new Map(offered.definitions.map((definition) => [definition.name, definition]));
  const shown = [...properties, ...main.map(({ name }) => [name, ""] as const)];
  const row = ([name, value]: TypedProperties[number]) => (
    <PropertyField name={name} value={value} definition={byName.get(name)} options={offered.options.get(name)} attempt={view.attempt} />
  );
  return (
    <section class="card">
      {types && <TypeChoice path={back} types={types} type={type} view={view} />}
      {(types === undefined || type !== "") && (
        <Form view={view} action="save" button="Save the record" kind="primary" hidden={types ? { type } : {}}>
          <fieldset>
            <legend>Properties</legend>
            <div class="row">{shown.map(row)}</div>
            {[...groups].map(([group, definitions]) => (
              <details>
                <summary>{`${group}: ${counted(definitions.length, "more property", "more properties")}`}</summary>
                <div class="row">{definitions.map(({ name }) => row([name, ""]))}</div>
              </details>
            ))}
          </fieldset>
          {omitted.length > 0 && (
            <p class="muted">{counted(omitted.length, "more property is", "more properties are")} not shown and will not change.</p>
          )}
        </Form>
      )}
      <a href={back}>Cancel</a>
    </section>
  );
}

interface TypeChoiceProps {
  readonly path: string;
  readonly types: readonly string[];
  readonly type: string;
  readonly view: FormView;
}

/** A form of its own, because the properties to offer depend on the type. */
function TypeChoice({ path, types, type, view }: TypeChoiceProps): Markup {
  return (
    <form method="get" action={path}>
      <div class="row">
        <Field
          name="new"
          of="objectType"
          label="Object type"
          hint="for example tickets, or the name of a custom object type"
          list={objectTypeNames}
          required
          value={type}
          attempt={view.attempt && { ...view.attempt, typed: {} }}
        />
        <ObjectTypeNames types={types} />
      </div>
      <button type="submit">Choose the type</button>
    </form>
  );
}

interface PropertyFieldProps {
  readonly name: string;
  readonly value: string;
  /** `undefined` if the property does not exist. */
  readonly definition: Property | undefined;
  readonly options: Options | undefined;
  readonly attempt: Attempt | undefined;
}

const maxHintedOptions = 10;

/** The name is a hidden field before the field with the value. */
function PropertyField({ name, value, definition, options, attempt }: PropertyFieldProps): Markup {
  const { label = name, type, fieldType, options: defined = [] } = definition ?? {};
  const isList = fieldType === "checkbox";
  const choices = options ?? (isList ? [] : choicesOf(type, defined));
  const listed = isList ? defined.slice(0, maxHintedOptions).map((option) => option.value) : [];
  const hint = [name, ...(listed.length > 0 ? [`options, separated by semicolons: ${listed.join(", ")}`] : [])].join("; ");
  const field = { name: "value", id: `property-${name}`, of: `properties.${name}`, label, hint, value };
  const shownAttempt = attempt && { ...attempt, typed: {} };
  return (
    <>
      <input type="hidden" name="name" value={name} />
      {choices.length > 0 ? (
        <Field {...field} options={withValue(choices, value)} attempt={shownAttempt} />
      ) : (
        <Field {...field} {...inputFor(type, value)} attempt={shownAttempt} />
      )}
    </>
  );
}

function choicesOf(type: string | undefined, options: Property["options"]): Options {
  if (type === "bool" && options.length === 0) return ["true", "false"].map((value) => [value, value] as const);
  return options.map(({ value, label }) => [value, label === value ? value : `${label} (${value})`] as const);
}

/** Adds an empty option, and the current value if it is not an option. */
function withValue(choices: Options, value: string): Options {
  const isKnown = value === "" || choices.some(([choice]) => choice === value);
  return [["", "–"], ...choices, ...(isKnown ? [] : [[value, value] as const])];
}

/** Browsers remove a value that is not valid for the type of the field, so such a value is edited as text. */
function inputFor(type: string | undefined, value: string): Partial<FieldProps> {
  if (type === "number") return { inputmode: "decimal" };
  if (type === "date" && /^(\d{4}-\d{2}-\d{2})?$/.test(value)) return { type: "date" };
  if (type === "datetime") return { placeholder: "2026-04-20T08:00:00Z" };
  return { multiline: true };
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

export function typedOf(
  record: Pick<ConsoleRecord, "properties" | "readOnly">,
): Pick<RecordFormProps, "properties"> & { readonly omitted: string[] } {
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
  const names = new Set(properties.map(([name]) => name));
  return { properties, omitted: all.flatMap(([name]) => (names.has(name) ? [] : [name])) };
}

function sentBytes([name, value]: readonly [name: string, value: string]): number {
  return new URLSearchParams({ name, value: value.replaceAll(/\r?\n/g, "\r\n") }).toString().length + 1;
}
