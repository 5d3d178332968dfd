import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Document } from "../../openapi/document.ts";

/** A change to an operation. A verdict is an effect and the beginning of the message; several verdicts are joined by ` + `. */
export interface Change {
  readonly title: string;
  readonly before: object;
  readonly after: object;
  readonly verdicts: readonly [there: string, back: string];
}

type Row = Omit<Change, "verdicts"> & Readonly<Record<"request" | "response" | "both" | "verdicts", Change["verdicts"]>>;

const schemaRows = readRows("schemaChanges.yaml");

export const changes: Readonly<Record<"body" | "parameter" | "response" | "operation", readonly Change[]>> = {
  body: schemaRows.map((row) => inField(row, row.request ?? row.both, withBody)),
  parameter: schemaRows.map((row) => inField(row, row.request ?? row.both, withParameter)),
  response: schemaRows.map((row) => inField(row, row.response ?? row.both, withResponse)),
  operation: readRows("operationChanges.yaml"),
};

function readRows(file: string): readonly Row[] {
  return parse(readFileSync(new URL(file, import.meta.url), "utf8")) as Row[];
}

function inField({ title, before, after }: Row, verdicts: Change["verdicts"], wrap: (schema: object) => object): Change {
  const wrapField = (schema: object): object => wrap({ type: "object", properties: { a: schema } });
  return { title, before: wrapField(before), after: wrapField(after), verdicts };
}

export function withBody(schema: object): object {
  return { requestBody: { content: { "application/json": { schema } } } };
}

export function withResponse(schema: object): object {
  return { responses: { "200": { description: "Done.", content: { "application/json": { schema } } } } };
}

function withParameter(schema: object): object {
  return { parameters: [{ name: "a", in: "query", schema }] };
}

export function documentOf(operations: readonly object[], components: object = {}): Document {
  const standard = { tags: ["case"], security: [], ...withResponse({ type: "object" }) };
  const paths = operations.map((operation, index) => [
    `/case/${index}`,
    { post: { operationId: `case.op${index}`, ...standard, ...operation } },
  ]);
  const other = { ...standard, operationId: "case.other", parameters: [{ $ref: "#/components/parameters/Shared" }] };
  return {
    openapi: "3.1.0",
    info: { title: "Cases", version: "1.0.0" },
    paths: { ...Object.fromEntries(paths), "/other": { get: other } },
    components: {
      parameters: { Shared: { name: "shared", in: "query", schema: { type: "string" } } },
      requestBodies: { Shared: { required: true, content: {} } },
      schemas: { One: { type: "object" }, Two: { type: "object" } },
      ...components,
    },
  } as Document;
}

export function idAt({ paths = {} }: Document, index: number): string {
  const operation = paths[`/case/${index}`]?.["post"] as { readonly operationId?: string } | undefined;
  return operation?.operationId ?? "";
}

export function documentsOf(list: readonly Change[], isReverse: boolean): readonly [Document, Document] {
  const [before, after] = [documentOf(list.map((change) => change.before)), documentOf(list.map((change) => change.after))];
  return isReverse ? [after, before] : [before, after];
}
