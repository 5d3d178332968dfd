import type { Json } from "../../openapi/document.ts";
import { lookUp } from "../../openapi/resolve.ts";
import type { Facts, OperationFacts } from "../facts.ts";
import { code, operationLink, prose, type Row, table } from "../markdown.ts";

const number = new Intl.NumberFormat("en");

export function batchSizesTable({ operations }: Facts): string {
  const rows = operations
    .filter(({ batch }) => batch !== undefined)
    .map((operation) => ({
      id: `batch-size-${operation.id}`,
      cells: [
        operationLink(operation),
        operation.batch?.size === undefined ? "unknown" : number.format(operation.batch.size),
        operation.results.some(({ status }) => status === "207") ? "207; the other inputs succeed" : "the whole request is rejected",
      ],
    }));
  return table({ head: ["Operation", "Maximum inputs per request", "When some inputs fail"], rows });
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly default?: number; readonly minimum?: number; readonly maximum?: number };
}

export function pageSizesTable({ operations }: Facts): string {
  const rows = operations.flatMap((operation) => {
    const parameters = (operation.source.parameters ?? []) as unknown as readonly Parameter[];
    const limit = parameters.find(({ name }) => name === "limit");
    if (limit === undefined) return [];
    const { default: usual, maximum } = limit.schema;
    const size = (value: number | undefined, none: string) => (value === undefined ? none : number.format(value));
    const cells = [operationLink(operation), size(usual, "all items"), size(maximum, "no maximum")];
    return [{ id: `page-size-${operation.id}`, cells }];
  });
  return table({ head: ["Operation", "Default limit", "Maximum limit"], rows });
}

const styles = {
  offset: "by offset, until the total is reached",
  chunks: "by the offset of the last chunk, until no more items follow",
  cursor: "by the cursor in the response; the last page contains no cursor",
  input: "per result, by a cursor next to the input's id",
} as const;

export function paginationTable({ operations }: Facts): string {
  const rows = operations.flatMap((operation) => {
    const { pagination } = operation;
    if (pagination === undefined) return [];
    const { style, ...members } = pagination;
    const text = Object.entries(members).map(([name, value]) => `${name} \`${value}\``);
    const cells = [operationLink(operation), styles[style], prose(text.join(", "))];
    return [{ id: `pagination-${operation.id}`, cells }];
  });
  return table({ head: ["Operation", "Next page", "Fields and parameters"], rows });
}

export function lengthsTable(facts: Facts): string {
  const rows = facts.operations.flatMap((operation) => lengthsOf(facts, operation));
  return table({ head: ["Field", "Operation", "Maximum"], rows });
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
    const cells = [code(name), operationLink(operation), `${number.format(max)} ${unit}`];
    return [{ id: `length-${operation.id}-${name}`, cells }];
  });
}
