import {
  type JsonObject,
  type OpenApiDocument,
  type Operation,
  pointerKeys,
  readOperations,
  schemasAt,
  VersionTable,
} from "@crm-platform/mock/contract";
import type { Document } from "../../openapi/document.ts";
import { compareLists, type JsonMap, listOf } from "../json.ts";
import type { Documents } from "./difference.ts";

/** The versions of the interfaces other than the described ones. */
export interface OtherVersions {
  readonly versions: JsonMap;
}

/**
 * Lists what each version has, not how it differs from the described version, because a field that only the described version gains does
 * not change the others. Includes only operations that both documents describe, because the comparison of operations reports the others,
 * and only the fields, values and statuses that a difference mentions.
 */
export function otherVersions({ before, after }: Documents): { readonly before: OtherVersions; readonly after: OtherVersions } {
  const [old, now] = [readInterfaces(before), readInterfaces(after)];
  return { before: describe(old, now), after: describe(now, old) };
}

type VersionRow = VersionTable["rows"][number];
type Difference = NonNullable<VersionRow["differences"]>[number];

interface Interfaces {
  readonly document: OpenApiDocument;
  readonly table: VersionTable;
  readonly operations: ReadonlyMap<string, Operation>;
  /** By interface and version, for example `Domains v3`. */
  readonly rows: ReadonlyMap<string, VersionRow>;
}

function readInterfaces(source: Document): Interfaces {
  const document = { paths: {}, ...source } as unknown as OpenApiDocument;
  const table = new VersionTable(document);
  const interfaces = Object.entries(document["x-versions"]?.interfaces ?? {});
  const operations = interfaces.length === 0 ? [] : readOperations(document);
  const rows = interfaces.flatMap(([name, owner]) =>
    table.rows.filter((row) => row.owner === owner && row.prefix !== owner.prefix).map((row) => [`${name} ${row.name}`, row] as const),
  );
  return { document, table, operations: new Map(operations.map((operation) => [operation.operationId, operation])), rows: new Map(rows) };
}

function describe(own: Interfaces, other: Interfaces): OtherVersions {
  const common = [...own.operations].filter(([id]) => other.operations.has(id));
  const versions = [...own.rows].map(([name, row]) => {
    const operations = common.flatMap(([id, operation]) => {
      const version = own.table.operation(operation, row)?.version;
      if (version === undefined) return [];
      const mentioned = (other.rows.get(name)?.differences ?? []).filter((difference) => difference.operations.includes(id));
      return [[id, describeOperation(own.document, operation, version.differences, [...version.differences, ...mentioned])] as const];
    });
    return [name, { prefix: row.prefix, ...(row.ends && { ends: row.ends }), operations: Object.fromEntries(operations) }] as const;
  });
  return { versions: Object.fromEntries(versions) };
}

/** Of the fields, values and statuses that a difference mentions, lists those that the operation has in the version. */
function describeOperation(
  document: OpenApiDocument,
  { body, parameters, responses }: Operation,
  own: readonly Difference[],
  mentioned: readonly Difference[],
): JsonMap {
  const schemas = [body?.schema, ...responses.map(({ schema }) => schema)];
  const [subjects, absent] = [subjectsOf(mentioned), subjectsOf(own)];
  const at = (schema: unknown, keys: readonly string[]): JsonObject[] =>
    schemasAt(
      document,
      schema,
      keys.map((key) => (key === "*" ? "0" : key)),
    );
  const hasField = (subject: string): boolean =>
    subject.startsWith("/")
      ? schemas.some((schema) => at(schema, pointerKeys(subject)).length > 0)
      : parameters.some(({ name, place }) => place === "query" && name === subject);
  const hasValue = (subject: string): boolean => {
    const [pointer = "", value = ""] = subject.split(separator);
    const fields = at(body?.schema, pointerKeys(pointer));
    const values = fields.flatMap((field) => field["const"] ?? field["enum"] ?? []);
    return fields.length > 0 && (values.length === 0 || values.includes(value));
  };
  const isRequired = (pointer: string): boolean => {
    const keys = pointerKeys(pointer);
    return at(body?.schema, keys.slice(0, -1)).some(({ required }) => listOf(required).includes(keys.at(-1) ?? ""));
  };
  const statuses = Object.keys(subjects.statuses).filter((status) => responses.some((response) => response.status === status));
  return {
    fields: compareLists(subjects.fields.filter(hasField), absent.fields).removed,
    values: compareLists(subjects.values.filter(hasValue), absent.values).removed,
    required: compareLists(subjects.optional.filter(isRequired), absent.optional).removed,
    defaults: absent.defaults,
    statuses: Object.fromEntries(statuses.map((status) => [status, absent.statuses[status] ?? status])),
  };
}

const separator = ": ";

function subjectsOf(differences: readonly Difference[]) {
  const defaults: JsonMap = Object.assign({}, ...differences.map(({ optional }) => optional));
  const statuses: Readonly<Record<string, string>> = Object.assign({}, ...differences.map(({ status }) => status));
  const absentValues = differences.flatMap(({ absentValues: values = {} }) => Object.entries(values));
  return {
    fields: sorted(differences.flatMap(({ absentFields = [], absentParameters = [] }) => [...absentFields, ...absentParameters])),
    values: sorted(absentValues.flatMap(([pointer, values]) => values.map((value) => pointer + separator + value))),
    optional: sorted(Object.keys(defaults)),
    defaults,
    statuses,
  };
}

function sorted(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
