import type { Json } from "../../openapi/document.ts";
import { lookUp } from "../../openapi/resolve.ts";
import type { Facts, OperationFacts } from "../facts.ts";
import { type Markup, OperationLink, Prose, type Row, Table } from "./table.tsx";

const number = new Intl.NumberFormat("en");

export function BatchSizesTable({ operations }: Facts): Markup {
  const rows = operations
    .filter(({ batch }) => batch !== undefined)
    .map((operation) => ({
      id: `batch-size-${operation.id}`,
      cells: [
        <OperationLink operation={operation} />,
        operation.batch?.size === undefined ? "unknown" : number.format(operation.batch.size),
        operation.results.some(({ status }) => status === "207") ? "207; the other inputs succeed" : "the whole request is rejected",
      ],
    }));
  return <Table caption="Batches" head={["Operation", "Maximum inputs per request", "When some inputs fail"]} rows={rows} />;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly default?: number; readonly minimum?: number; readonly maximum?: number };
}

export function PageSizesTable({ operations }: Facts): Markup {
  const rows = operations.flatMap((operation) => {
    const parameters = (operation.source.parameters ?? []) as unknown as readonly Parameter[];
    const limit = parameters.find(({ name }) => name === "limit");
    if (limit === undefined) return [];
    const { default: usual, maximum } = limit.schema;
    const size = (value: number | undefined, none: string) => (value === undefined ? none : number.format(value));
    const cells = [<OperationLink operation={operation} />, size(usual, "all items"), size(maximum, "no maximum")];
    return [{ id: `page-size-${operation.id}`, cells }];
  });
  return <Table caption="Pages" head={["Operation", "Default limit", "Maximum limit"]} rows={rows} />;
}

const styles = {
  offset: "by offset, until the total is reached",
  chunks: "by the offset of the last chunk, until no more items follow",
  cursor: "by the cursor in the response; the last page contains no cursor",
  input: "per result, by a cursor next to the input's id",
} as const;

export function PaginationTable({ operations }: Facts): Markup {
  const rows = operations.flatMap((operation) => {
    const { pagination } = operation;
    if (pagination === undefined) return [];
    const { style, ...members } = pagination;
    const text = Object.entries(members).map(([name, value]) => `${name} \`${value}\``);
    const cells = [<OperationLink operation={operation} />, styles[style], <Prose text={text.join(", ")} />];
    return [{ id: `pagination-${operation.id}`, cells }];
  });
  return <Table caption="Reading all pages" head={["Operation", "Next page", "Fields and parameters"]} rows={rows} />;
}

export function LengthsTable(facts: Facts): Markup {
  const rows = facts.operations.flatMap((operation) => lengthsOf(facts, operation));
  return <Table caption="Lengths" head={["Field", "Operation", "Maximum"]} rows={rows} />;
}

function lengthsOf({ document }: Facts, operation: OperationFacts): Row[] {
  const body = operation.source.requestBody as
    | { readonly content?: Record<string, { readonly schema?: { readonly $ref?: string } }> }
    | undefined;
  const [schema] = Object.values(body?.content ?? {}).map(({ schema: one }) => one);
  if (schema?.$ref === undefined) return [];
  const properties = (lookUp(document, schema.$ref)["properties"] ?? {}) as Record<string, Record<string, Json>>;
  return Object.entries(properties).flatMap(([name, { maxLength, maxItems }]) => {
    const max = maxLength === undefined ? maxItems : maxLength;
    if (typeof max !== "number") return [];
    const unit = maxLength === undefined ? "entries" : "characters";
    const cells = [<code>{name}</code>, <OperationLink operation={operation} />, `${number.format(max)} ${unit}`];
    return [{ id: `length-${operation.id}-${name}`, cells }];
  });
}
