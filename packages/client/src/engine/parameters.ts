import type { NamedParameter, Operation } from "./operation.ts";
import { isObject } from "./values.ts";

/** The parameters of a call that are not in its path, sorted by where they travel. */
export interface SortedParameters {
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined`: the request has no body. */
  readonly body: unknown;
}

/** Sorts the parameters of an operation that has some; others do not load this. */
export function sortParameters({ query, headers, body }: Operation, parameters: unknown): SortedParameters {
  const given = isObject(parameters) ? parameters : {};
  const inQuery: [string, unknown][] = [];
  const inHeaders: [string, string][] = [];
  const fields: [string, unknown][] = [];
  for (const [member, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const queryName = nameOf(query?.parameters, member);
    const headerName = nameOf(headers, member);
    if (queryName) inQuery.push([queryName, value]);
    else if (headerName) inHeaders.push([headerName, String(value)]);
    else fields.push([member, value]);
  }
  return {
    query: Object.fromEntries(inQuery),
    headers: Object.fromEntries(inHeaders),
    body: body && bodyOf(body, parameters, given, fields),
  };
}

/** The name on the wire of a parameter that a call has under another. */
function nameOf(parameters: readonly NamedParameter[] | undefined, wanted: string): string | undefined {
  return parameters?.find(({ name, member = name }) => member === wanted)?.name;
}

function bodyOf(
  { placement, member = "body" }: NonNullable<Operation["body"]>,
  parameters: unknown,
  given: Readonly<Record<string, unknown>>,
  fields: readonly [string, unknown][],
): unknown {
  if (placement === "whole") return parameters;
  return placement === "member" ? given[member] : Object.fromEntries(fields);
}
