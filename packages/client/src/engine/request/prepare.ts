import { defaultBodySerializer } from "openapi-fetch";
import type { NamedParameter, Operation, Prepared, RequestBody } from "../operation.ts";
import { isObject, valueAt } from "../values.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Sorts the parameters of an operation that has some by where they travel; others do not load this. */
export function prepare(operation: Operation, parameters: unknown, isRetried: boolean): Prepared {
  const { query, headers = [], body, idempotencyKey } = operation;
  const given: Fields = isObject(parameters) ? parameters : {};
  const value = body && bodyOf(body, parameters, given, [...(query?.parameters ?? []), ...headers]);
  const sent = idempotencyKey && isRetried ? idempotencyKey.add(value, idempotencyKey.path) : value;
  const type = typeOf(body, sent);
  const write: (body: unknown, headers: object) => unknown = body?.write ?? defaultBodySerializer;
  return {
    search: query ? query.write(query.parameters, pick(query.parameters, given)) : "",
    headers: { ...type, ...(pick(headers, given) as Record<string, string>) },
    body: sent === undefined ? undefined : write(sent, type),
    hasKey: idempotencyKey !== undefined && valueAt(sent, idempotencyKey.path) != null,
  };
}

/** The given parameters by their names on the wire. */
function pick(parameters: readonly NamedParameter[], given: Fields): Record<string, unknown> {
  // Own members only: a parameter may have the name of something that every object inherits.
  const own = parameters.filter((parameter) => Object.hasOwn(given, memberOf(parameter)));
  return Object.fromEntries(own.map((parameter) => [parameter.name, given[memberOf(parameter)]]));
}

/** The name in a call. */
function memberOf({ name, member = name }: NamedParameter): string {
  return member;
}

function bodyOf(
  { placement, member = "body" }: RequestBody,
  parameters: unknown,
  given: Fields,
  others: readonly NamedParameter[],
): unknown {
  if (placement === "whole") return parameters;
  if (placement === "member") return given[member];
  const names = others.map(memberOf);
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== undefined && !names.includes(name)));
}

/** A multipart type needs its boundary, which only fetch knows. */
function typeOf(body: RequestBody | undefined, sent: unknown): Record<string, string> {
  if (body === undefined || sent === undefined || body.mediaType === "multipart/form-data") return {};
  return { "content-type": body.mediaType ?? "application/json" };
}
