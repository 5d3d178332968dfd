import { associationTypes, behaviours, defaultEventProperties } from "@crm-platform/types";
import { type Facts, lookUp } from "../facts.ts";
import { Grade, type Markup, Prose, type Row, Table } from "./table.tsx";

interface AssociationTypeFacts {
  readonly id: number;
  readonly name: string | null;
  readonly from: string;
  readonly to: string;
  readonly inverse: number;
  readonly primary?: boolean;
}

/** The types of association that every account has. */
export function AssociationTypesTable(): Markup {
  const rows = (associationTypes as readonly AssociationTypeFacts[]).map(
    ({ id, name, from, to, inverse, primary }): Row => ({
      id: `association-type-${id}`,
      cells: [`${id}`, name === null ? "only in v1" : <code>{name}</code>, from, to, `${inverse}`, primary === true ? "primary" : ""],
    }),
  );
  return <Table caption={`All ${rows.length} default types`} head={["Id", "Name in v3", "From", "To", "Way back", "Kind"]} rows={rows} />;
}

interface EventPropertyFacts {
  readonly name: string;
  readonly type: string;
  readonly fieldType: string;
  readonly options?: readonly { readonly label: string }[];
}

/** The properties that a definition gets unless it declines them. */
export function EventPropertiesTable(): Markup {
  const rows = (defaultEventProperties as readonly EventPropertyFacts[]).map(
    ({ name, type, fieldType, options = [] }): Row => ({
      id: `event-property-${name}`,
      cells: [<code>{name}</code>, type, fieldType, options.map(({ label }) => label).join(", ")],
    }),
  );
  return (
    <Table caption={`All ${rows.length} default properties, in their order`} head={["Name", "Type", "Field", "Options"]} rows={rows} />
  );
}

/** The results of a sending, as the schema of the answer explains them. */
function sendResults({ document }: Facts): { readonly value: string; readonly meaning: string }[] {
  const { description } = lookUp(document, "#/components/schemas/SingleSendResult/properties/sendResult");
  return [...String(description).matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, value = "", meaning = ""]) => ({ value, meaning }));
}

export function SendResultsTable(facts: Facts): Markup {
  const rows = sendResults(facts).map(
    ({ value, meaning }): Row => ({ id: `send-${value}`, cells: [<code>{value}</code>, <Prose text={meaning} />] }),
  );
  return <Table caption="What became of the email" head={["sendResult", "Meaning"]} rows={rows} />;
}

/** A row of the table of behaviour for each rule whose name begins with one of the words. */
export function RulesTable({ caption, beginsWith }: { readonly caption: string; readonly beginsWith: readonly string[] }): Markup {
  const rows = behaviours
    .filter(({ rule }) => beginsWith.some((word) => rule.startsWith(word)))
    .map(
      ({ rule, text, grade }): Row => ({
        cells: [<Prose text={text} />, <Grade grade={grade} />, <a href={`fidelity.html#${rule}`}>{rule}</a>],
      }),
    );
  return <Table caption={caption} head={["What happens", "Grade", "Rule"]} rows={rows} />;
}
