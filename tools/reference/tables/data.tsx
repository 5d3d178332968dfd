import { associationTypes, behaviors, defaultEventProperties } from "@crm-platform/types";
import { lookUp } from "../../openapi/resolve.ts";
import type { Facts } from "../facts.ts";
import { Grade, type Markup, Prose, type Row, Table } from "./table.tsx";

interface AssociationTypeFacts {
  readonly id: number;
  readonly name: string | null;
  readonly from: string;
  readonly to: string;
  readonly inverse: number;
  readonly primary?: boolean;
}

export function AssociationTypesTable(): Markup {
  const rows = (associationTypes as readonly AssociationTypeFacts[]).map(
    ({ id, name, from, to, inverse, primary }): Row => ({
      id: `association-type-${id}`,
      cells: [`${id}`, name === null ? "v1 only" : <code>{name}</code>, from, to, `${inverse}`, primary === true ? "primary" : ""],
    }),
  );
  return <Table caption={`All ${rows.length} default types`} head={["Id", "Name in v3", "From", "To", "Inverse", "Kind"]} rows={rows} />;
}

interface EventPropertyFacts {
  readonly name: string;
  readonly type: string;
  readonly fieldType: string;
  readonly options?: readonly { readonly label: string }[];
}

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

function sendResults({ document }: Facts): { readonly value: string; readonly meaning: string }[] {
  const { description } = lookUp(document, "#/components/schemas/SingleSendResultV1/properties/sendResult");
  return [...String(description).matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, value = "", meaning = ""]) => ({ value, meaning }));
}

export function SendResultsTable(facts: Facts): Markup {
  const rows = sendResults(facts).map(
    ({ value, meaning }): Row => ({ id: `send-${value}`, cells: [<code>{value}</code>, <Prose text={meaning} />] }),
  );
  return <Table caption="Send results" head={["sendResult", "Meaning"]} rows={rows} />;
}

export function RulesTable({ caption, beginsWith }: { readonly caption: string; readonly beginsWith: readonly string[] }): Markup {
  const rows = behaviors
    .filter(({ rule }) => beginsWith.some((word) => rule.startsWith(word)))
    .map(
      ({ rule, text, grade }): Row => ({
        cells: [<Prose text={text} />, <Grade grade={grade} />, <a href={`fidelity.html#${rule}`}>{rule}</a>],
      }),
    );
  return <Table caption={caption} head={["What happens", "Grade", "Rule"]} rows={rows} />;
}
