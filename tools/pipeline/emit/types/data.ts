import type { Model, Operation } from "../../model/model.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, indented, literal, propertyKey, prose } from "../source.ts";

/** Facts of the document that programs need at run time. */
export function emitData(model: Model): GeneratedFile {
  const parts = [
    `${comment(["The title of the document."])}export const apiTitle: string = ${literal(model.title)};\n`,
    `${comment(["The version of the document."])}export const apiVersion: string = ${literal(model.version)};\n`,
    `${comment(["A hash of the whole document; equal hashes mean equal documents."])}export const contentHash: string = ${literal(model.contentHash)};\n`,
    operationIds(model),
    factsInterface,
    operationTable(model),
    enums(model),
    `${comment(["Every scope that can be granted, and what it allows."])}export const scopes: Readonly<Record<string, string>> = ${object(model.scopes.map(({ name, description }) => [name, literal(description)]))};\n`,
    `${comment(["Interfaces that are gone: calls to a path with one of their prefixes fail."])}export const sunsetInterfaces: readonly SunsetInterface[] = ${literal(model.sunsetInterfaces)};\n`,
    ...model.data.map(
      ({ name, description, value }) => `${comment([prose(description)])}export const ${name} = ${literal(value)} as const;\n`,
    ),
  ];
  return { path: "data.ts", content: parts.join("\n") };
}

function operationIds({ operations }: Model): string {
  const cases = operations.map(({ id }) => `\n  | ${literal(id)}`).join("");
  return `${comment(["The id of an operation."])}export type OperationId = ${cases || "never"};\n`;
}

const factsInterface = `/** What a program may want to know of an operation before it calls it. */
export interface OperationFacts {
  readonly area: string;
  readonly name: string;
  readonly method: string;
  /** The path template. */
  readonly path: string;
  /** Whether an access token can be sent, or has to be. */
  readonly authentication: "none" | "optional" | "required";
  /** Scopes of which any one will do. */
  readonly scopes: readonly string[];
  /** \`safe\`: a repeat has no further effect; \`on-rate-limit\`: repeat after a 429 only; \`never\`: a repeat does harm. */
  readonly retry: "safe" | "never" | "on-rate-limit";
  /** How to walk through the pages: names of query parameters, and JSON pointers that begin with a slash. */
  readonly pagination?: { readonly style: "offset" | "chunks" | "input"; readonly [member: string]: string };
  /**
   * Lists that may be sent in parts: the pointer into the body, the most inputs of a request, the pointer to the results, and how
   * inputs correspond to results and errors, by pointers into one of each.
   */
  readonly batch?: {
    readonly inputs: string;
    readonly size?: number;
    readonly results?: string;
    readonly match?: {
      readonly input: readonly string[];
      readonly result: readonly string[];
      readonly errors?: string;
      readonly variant?: string;
      readonly property?: { readonly name: string; readonly values: string };
    };
  };
  /** The names that lead to the key in the body by which the service tells a repeat. */
  readonly idempotencyKey?: readonly string[];
  /** The statuses of success that the document declares. */
  readonly successes: readonly string[];
  /** The most items that lists of the body may have, by JSON pointer into the body. */
  readonly maxItems?: Readonly<Record<string, number>>;
  /** Path, query and header parameters that carry a secret. */
  readonly sensitiveParameters?: readonly string[];
  readonly deprecated?: true;
  /** The day it stops and what to use instead (\`null\`: none announced). */
  readonly sunset?: { readonly date: string | null; readonly replacement: string | null };
}

/** An interface that is gone. */
export interface SunsetInterface {
  readonly name: string;
  /** The day it ended. */
  readonly date: string;
  /** What to use instead, where there is something. */
  readonly replacement: string | null;
  readonly pathPrefixes: readonly string[];
}
`;

function operationTable({ operations }: Model): string {
  // Long lists of scopes are the same for whole areas: each is written once.
  const lists = [...new Set(operations.map(({ scopes }) => JSON.stringify(scopes)))];
  const shared =
    lists.length === 0
      ? ""
      : `const scopeLists: readonly (readonly string[])[] = ${literal(lists.map((list) => JSON.parse(list) as unknown))};\n`;
  const rows = operations.map((operation): [string, string] => {
    const list = lists.indexOf(JSON.stringify(operation.scopes));
    return [operation.id, `{\n    ...${literal(facts(operation), "    ")},\n    scopes: scopeLists[${list}] ?? [],\n  }`];
  });
  const documentation = comment(["Every operation of the document, by its id."]);
  return `${shared}\n${documentation}export const operationTable: Readonly<Record<OperationId, OperationFacts>> = ${object(rows)};\n`;
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
    return [schema, indented(object(properties.map(({ property, values }) => [property, JSON.stringify(values)])), "  ")];
  });
  const documentation = comment(["The closed sets of values, by schema and property."]);
  return `${documentation}export const enums = ${object(rows)} as const;\n`;
}

function object(rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return "{}";
  return `{\n${rows.map(([key, value]) => `  ${propertyKey(key)}: ${value},\n`).join("")}}`;
}
