import { createQuerySerializer } from "openapi-fetch";
import type { NamedParameter, Operation, PathValue, QueryParameter } from "./operation.ts";

/** The parameters of a call, sorted by where they travel. */
export interface RequestParts {
  readonly path: Readonly<Record<string, PathValue>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined`: the request has no body. */
  readonly body: unknown;
}

/** @throws TypeError when an id cannot be part of a path, before anything is sent. */
export function sortParameters(operation: Operation, ids: readonly PathValue[], parameters: unknown): RequestParts {
  const given = isObject(parameters) && operation.body?.placement !== "whole" ? parameters : {};
  const { query = [], headers = [] } = operation;
  const taken = [...query, ...headers].map(memberOf);
  const fields = Object.entries(given).filter(([name, value]) => value !== undefined && !taken.includes(name));
  return {
    path: Object.fromEntries((operation.pathParameters ?? []).map((name, index) => [name, pathValue(operation, name, ids[index])])),
    query: pick(query, given),
    headers: Object.fromEntries(Object.entries(pick(headers, given)).map(([name, value]) => [name, String(value)])),
    body: bodyOf(operation, parameters, fields),
  };
}

/** The given parameters by their names on the wire. */
function pick(parameters: readonly NamedParameter[], given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // Own members only: a parameter may have the name of something that every object inherits.
  const own = parameters.filter((parameter) => Object.hasOwn(given, memberOf(parameter)));
  const values = own.map((parameter) => [parameter.name, given[memberOf(parameter)]] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function memberOf({ name, member = name }: NamedParameter): string {
  return member;
}

/** An id of dots would be resolved away with the part of the path before it, and call another operation. */
function pathValue({ id, path }: Operation, name: string, value: PathValue | undefined): PathValue {
  if (value === undefined || value === null || value === "") throw new TypeError(`${id}: the ${name} of ${path} is missing.`);
  const isScalar = typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  if (!isScalar) throw new TypeError(`${id}: the ${name} of ${path} is expected to be a string, a finite number or a boolean.`);
  if (value === "." || value === "..") throw new TypeError(`${id}: "${value}" cannot be the ${name} of ${path}.`);
  return value;
}

function bodyOf({ body }: Operation, parameters: unknown, fields: readonly (readonly [string, unknown])[]): unknown {
  if (body === undefined) return undefined;
  if (body.placement === "whole") return parameters;
  if (body.placement === "member") return isObject(parameters) ? parameters[body.member ?? "body"] : undefined;
  return Object.fromEntries(fields);
}

/** Writes each parameter in its own style. */
export function writeQuery(parameters: readonly QueryParameter[] = [], query: Readonly<Record<string, unknown>>): string {
  const given = parameters.filter(({ name }) => Object.hasOwn(query, name));
  const written = given.map(({ name, style = "form", explode = style === "form" }) => {
    const serialize = createQuerySerializer({ array: { style: style as "form", explode }, object: { style: style as "form", explode } });
    return serialize({ [name]: query[name] });
  });
  return written.filter((text) => text !== "").join("&");
}

/** Writes a body in its media type. */
export function writeBody(mediaType: string, body: unknown): BodyInit {
  if (mediaType.includes("json")) return JSON.stringify(body);
  const fields = Object.entries(isObject(body) ? body : {}).filter(([, value]) => value !== undefined);
  if (mediaType === "application/x-www-form-urlencoded") {
    return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)]));
  }
  return mediaType === "multipart/form-data" && !(body instanceof FormData) ? writeForm(fields) : (body as BodyInit);
}

/** A part a value: bytes as they are, objects as JSON, the items of a list under the same name (OpenAPI 3.1, 4.8.14.3). */
function writeForm(fields: readonly (readonly [string, unknown])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    for (const part of [value].flat()) {
      if (part instanceof Blob) form.append(name, part);
      else form.append(name, isObject(part) ? new Blob([JSON.stringify(part)], { type: "application/json" }) : String(part));
    }
  }
  return form;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
