import type { NamedParameter, Operation, Prepared, RequestBody } from "../operation.ts";
import { isObject, valueAt } from "../values.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Builds the query, headers and body from the parameters. Only operations with parameters outside the path load this function. */
export function prepare(operation: Operation, parameters: unknown, isRetried: boolean): Prepared {
  const { query, headers = [], body, idempotencyKey } = operation;
  const given: Fields = isObject(parameters) ? parameters : {};
  const value = body && bodyOf(body, parameters, given, [...(query?.parameters ?? []), ...headers]);
  const sent = idempotencyKey && isRetried ? idempotencyKey.add(value, idempotencyKey.path) : value;
  const search = query ? query.write(query.parameters, pick(query.parameters, given)) : "";
  return {
    search: search && `?${search}`,
    headers: { ...typeOf(body, sent), ...(pick(headers, given) as Record<string, string>) },
    body: sent === undefined ? undefined : (body?.write ?? JSON.stringify)(sent),
    hasKey: idempotencyKey !== undefined && valueAt(sent, idempotencyKey.path) != null,
  };
}

function pick(parameters: readonly NamedParameter[], given: Fields): Record<string, unknown> {
  // A parameter may have the name of an inherited member, such as `constructor`.
  const own = parameters.filter(({ name }) => Object.hasOwn(given, name));
  return Object.fromEntries(own.map(({ name }) => [name, given[name]]));
}

function bodyOf({ placement }: RequestBody, parameters: unknown, given: Fields, others: readonly NamedParameter[]): unknown {
  if (placement === "whole") return parameters;
  if (placement === "member") return given["body"];
  const names = others.map(({ name }) => name);
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== undefined && !names.includes(name)));
}

function typeOf(body: RequestBody | undefined, sent: unknown): Record<string, string> {
  return body === undefined || sent === undefined ? {} : { "content-type": body.mediaType ?? "application/json" };
}
