import { associationTypes, behaviors, defaultEventProperties } from "@crm-platform/types";
import { lookUp } from "../../openapi/resolve.ts";
import type { Facts } from "../facts.ts";
import { code, gradeOf, prose, table } from "../markdown.ts";

interface AssociationTypeFacts {
  readonly id: number;
  readonly name: string | null;
  readonly from: string;
  readonly to: string;
  readonly inverse: number;
  readonly primary?: boolean;
}

export function associationTypesTable(): string {
  const rows = (associationTypes as readonly AssociationTypeFacts[]).map(({ id, name, from, to, inverse, primary }) => ({
    id: `association-type-${id}`,
    cells: [`${id}`, name === null ? "v1 only" : code(name), from, to, `${inverse}`, primary === true ? "primary" : ""],
  }));
  return table({ head: ["Id", "Name in v3", "From", "To", "Inverse", "Kind"], rows });
}

interface EventPropertyFacts {
  readonly name: string;
  readonly type: string;
  readonly fieldType: string;
  readonly options?: readonly { readonly label: string }[];
}

export function eventPropertiesTable(): string {
  const rows = (defaultEventProperties as readonly EventPropertyFacts[]).map(({ name, type, fieldType, options = [] }) => ({
    id: `event-property-${name}`,
    cells: [code(name), type, fieldType, options.map(({ label }) => label).join(", ")],
  }));
  return table({ head: ["Name", "Type", "Field", "Options"], rows });
}

export function sendResultsTable({ document }: Facts): string {
  const { description } = lookUp(document, "#/components/schemas/SingleSendResultV1/properties/sendResult");
  const rows = [...String(description).matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, value = "", meaning = ""]) => ({
    id: `send-${value}`,
    cells: [code(value), prose(meaning)],
  }));
  return table({ head: ["sendResult", "Meaning"], rows });
}

export function rulesTable(...beginsWith: readonly string[]): string {
  const rows = behaviors
    .filter(({ rule }) => beginsWith.some((word) => rule.startsWith(word)))
    .map(({ area, rule, text, grade }) => ({ cells: [prose(text), gradeOf(grade), `[${rule}](/fidelity/${area}.md#${rule})`] }));
  return table({ head: ["What happens", "Grade", "Rule"], rows });
}
