import type { Model, Operation } from "../../model/model.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, indentLines, literal, propertyKey, prose } from "../source.ts";

export function emitData(model: Model): GeneratedFile {
  const parts = [
    `${comment(["The title of the document."])}export const apiTitle: string = ${literal(model.title)};\n`,
    `${comment(["The version of the document."])}export const apiVersion: string = ${literal(model.version)};\n`,
    `${comment(["A hash of the document; equal documents have equal hashes."])}export const contentHash: string = ${literal(model.contentHash)};\n`,
    operationIds(model),
    factsInterface,
    operationTable(model),
    enums(model),
    `${comment(["Every scope, with its description."])}export const scopes: Readonly<Record<string, string>> = ${object(model.scopes.map(({ name, description }) => [name, literal(description)]))};\n`,
    `${comment(["Sunset interfaces. Requests to paths that begin with one of their prefixes fail."])}export const sunsetInterfaces: readonly SunsetInterface[] = ${literal(model.sunsetInterfaces)};\n`,
    ...model.data.map(
      ({ name, description, value }) => `${comment([prose(description)])}export const ${name} = ${literal(value)} as const;\n`,
    ),
  ];
  return { path: "data.ts", content: parts.join("\n") };
}

function operationIds({ operations }: Model): string {
  const cases = operations.map(({ id }) => `\n  | ${literal(id)}`).join("");
  return `${comment(["The id of an operation."])}export type OperationId = ${cases};\n`;
}

const factsInterface = `/** Facts that a program may need before it calls an operation. */
export interface OperationFacts {
  readonly area: string;
  readonly name: string;
  readonly method: string;
  /** The path template. */
  readonly path: string;
  /** Whether the operation accepts or requires an access token. */
  readonly authentication: "none" | "optional" | "required";
  /** A token must have one of these scopes. */
  readonly scopes: readonly string[];
  /** \`safe\`: a retry has no further effect; \`on-rate-limit\`: retry only after a 423, 429 or 477; \`never\`: a retry can cause harm. */
  readonly retry: "safe" | "never" | "on-rate-limit";
  /**
   * How to read all pages. A value that begins with a slash is a JSON pointer; any other value names a query parameter. \`window\` is set if
   * only the first items can be read; sort and filter by its property \`id\` to read the others.
   */
  readonly pagination?: {
    readonly style: "offset" | "chunks" | "cursor" | "input";
    readonly window?: { readonly size: number; readonly total: string; readonly id: string };
  } & {
    readonly [Member in "limit" | "offset" | "cursor" | "items" | "total" | "more" | "next" | "inputs" | "id" | "results" | "of"]?: string;
  };
  /**
   * A list that can be split into several requests: a pointer to the inputs, their maximum number, a pointer to the results, and pointers
   * into an input, a result and an error that show how they correspond.
   */
  readonly batch?: {
    readonly inputs: string;
    readonly size?: number;
    readonly sizeWith?: { readonly list: string; readonly size: number };
    readonly results?: string;
    readonly match?: {
      readonly input: readonly string[];
      readonly result: readonly string[];
      readonly errors?: string;
      readonly variant?: string;
      readonly id?: string;
      readonly property?: { readonly name: string; readonly values: string; readonly requested?: string };
    };
  };
  /** The path in the body to the idempotency key, with which the service recognizes a repeated request. */
  readonly idempotencyKey?: readonly string[];
  /** The declared success statuses. */
  readonly successes: readonly string[];
  /** The maximum lengths of lists in the body, by JSON pointer. */
  readonly maxItems?: Readonly<Record<string, number>>;
  /** Path, query and header parameters that contain a secret. */
  readonly sensitiveParameters?: readonly string[];
  readonly deprecated?: true;
  /** The date on which the operation ends, and its replacement; \`null\` if not announced. */
  readonly sunset?: { readonly date: string | null; readonly replacement: string | null };
}

/** An interface that has ended. */
export interface SunsetInterface {
  readonly name: string;
  /** The date on which the interface ended. */
  readonly date: string;
  /** The replacement for the interface. */
  readonly replacement: string | null;
  readonly pathPrefixes: readonly string[];
}
`;

function operationTable({ operations }: Model): string {
  // All operations of an area may share a long list of scopes, so each list is written only once.
  const lists = [...new Set(operations.map(({ scopes }) => JSON.stringify(scopes)))];
  const scopeLists = `const scopeLists: readonly (readonly string[])[] = ${literal(lists.map((list) => JSON.parse(list) as unknown))};\n`;
  const rows = operations.map((operation): [string, string] => {
    const list = lists.indexOf(JSON.stringify(operation.scopes));
    return [operation.id, `{\n    ...${literal(facts(operation), "    ")},\n    scopes: scopeLists[${list}] ?? [],\n  }`];
  });
  const documentation = comment(["Every operation of the document, by its id."]);
  return `${scopeLists}\n${documentation}export const operationTable: Readonly<Record<OperationId, OperationFacts>> = ${object(rows)};\n`;
}

function facts(operation: Operation): object {
  const { area, name, method, path, authentication, retry, pagination, batch, idempotencyKey, results, limits, deprecated, sunset } =
    operation;
  const sensitive = [...operation.pathParameters, ...operation.queryParameters, ...operation.headerParameters].filter(
    (parameter) => parameter.sensitive,
  );
  return {
    area,
    name,
    method,
    path,
    authentication,
    retry,
    pagination,
    batch,
    idempotencyKey,
    successes: results.map(({ status }) => status),
    maxItems: limits.length === 0 ? undefined : Object.fromEntries(limits.map(({ pointer, maxItems }) => [pointer, maxItems])),
    sensitiveParameters: sensitive.length === 0 ? undefined : sensitive.map((parameter) => parameter.name),
    deprecated: deprecated || undefined,
    sunset,
  };
}

function enums({ enums: all }: Model): string {
  const schemas = [...new Set(all.map(({ schema }) => schema))];
  const rows = schemas.map((schema): [string, string] => {
    const properties = all.filter((facts) => facts.schema === schema);
    return [schema, indentLines(object(properties.map(({ property, values }) => [property, JSON.stringify(values)])), "  ")];
  });
  const documentation = comment(["The enumerations that do not gain values, by schema and property."]);
  return `${documentation}export const enums = ${object(rows)} as const;\n`;
}

function object(rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return "{}";
  return `{\n${rows.map(([key, value]) => `  ${propertyKey(key)}: ${value},\n`).join("")}}`;
}
