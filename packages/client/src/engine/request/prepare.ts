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
    body: sent === undefined ? undefined : (body?.write ?? writeJson)(sent, operation.id),
    hasKey: idempotencyKey !== undefined && valueAt(sent, idempotencyKey.path) != null,
  };
}

function writeJson(body: unknown): string {
  return JSON.stringify(body);
}

function pick(parameters: readonly NamedParameter[], given: Fields): Record<string, unknown> {
  // A parameter may have the name of an inherited member, such as `constructor`.
  const own = parameters.filter((parameter) => Object.hasOwn(given, memberOf(parameter)));
  return Object.fromEntries(own.map((parameter) => [parameter.name, given[memberOf(parameter)]]));
}

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

/** Omits the content type of a multipart body, because fetch chooses the boundary. */
function typeOf(body: RequestBody | undefined, sent: unknown): Record<string, string> {
  if (body === undefined || sent === undefined || body.mediaType === "multipart/form-data") return {};
  return { "content-type": body.mediaType ?? "application/json" };
}
