import type { NamedParameter, Operation, PathValue, Prepared, RequestBody } from "../operation.ts";
import { isObject, valueAt } from "../values.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Builds the query, headers and body from the parameters. Only operations with parameters outside the path load this function. */
export function prepare(operation: Operation, parameters: unknown, isRetried: boolean): Prepared {
  const { query, headers = [], body, idempotencyKey } = operation;
  const fields: Fields = isObject(parameters) ? parameters : {};
  const value = body && bodyOf(body, parameters, fields, [...(query?.parameters ?? []), ...headers]);
  const sent = idempotencyKey && isRetried ? idempotencyKey.add(value, idempotencyKey.path) : value;
  const search = query ? query.write(query.parameters, pick(query.parameters, fields)) : "";
  return {
    search: search && `?${search}`,
    headers: { ...typeOf(body, sent), ...(pick(headers, fields) as Record<string, string>) },
    body: sent === undefined ? undefined : (body?.write ?? JSON.stringify)(sent),
    hasKey: idempotencyKey !== undefined && valueAt(sent, idempotencyKey.path) != null,
  };
}

function pick(parameters: readonly NamedParameter[], fields: Fields): Record<string, unknown> {
  // A parameter may have the name of an inherited member, such as `constructor`.
  const own = parameters.filter(({ name }) => Object.hasOwn(fields, name));
  return Object.fromEntries(own.map(({ name }) => [name, fields[name]]));
}

function bodyOf({ placement }: RequestBody, parameters: unknown, fields: Fields, others: readonly NamedParameter[]): unknown {
  if (placement === "whole") return parameters;
  if (placement === "member") return fields["body"];
  const names = others.map(({ name }) => name);
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== undefined && !names.includes(name)));
}

function typeOf(body: RequestBody | undefined, sent: unknown): Record<string, string> {
  return body === undefined || sent === undefined ? {} : { "content-type": body.mediaType ?? "application/json" };
}

/** Keeps an existing key. Creates missing objects on the path and leaves values that are not objects unchanged. */
export function withIdempotencyKey(body: unknown, [name = "", ...rest]: readonly string[]): unknown {
  if (!isObject(body)) return body;
  const value = body[name];
  return { ...body, [name]: rest.length > 0 ? withIdempotencyKey(value === undefined ? {} : value, rest) : (value ?? randomKey()) };
}

/** Used instead of `crypto.randomUUID`, which requires a secure context. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns all strings below sensitive names, at any depth of a call's arguments. */
export function secretsIn({ path, sensitive = [] }: Operation, ids: readonly PathValue[], parameters: unknown): string[] {
  const secrets: string[] = [];
  const collect = (value: unknown, isSecret: boolean): void => {
    if (typeof value === "string" && isSecret) secrets.push(value);
    // Byte arrays have one member per byte and never contain text.
    if (typeof value !== "object" || ArrayBuffer.isView(value)) return;
    for (const name in value) collect((value as Record<string, unknown>)[name], isSecret || sensitive.includes(name));
  };
  const placeholders = [...path.matchAll(/\{([^{}]+)\}/g)];
  collect({ ...Object.fromEntries(placeholders.map(([, name], index) => [name, ids[index]])), "": parameters }, false);
  return secrets;
}
