import { createQuerySerializer } from "openapi-fetch";
import type { QueryParameter } from "../operation.ts";
import { isObject } from "../values.ts";

export function writeQuery(parameters: readonly QueryParameter[], values: Readonly<Record<string, unknown>>): string {
  const given = parameters.filter(({ name }) => Object.hasOwn(values, name));
  const written = given.map(({ name, style = "form", explode = style === "form" }) => {
    const serialize = createQuerySerializer({ array: { style: style as "form", explode }, object: { style: style as "form", explode } });
    return serialize({ [name]: values[name] });
  });
  return written.filter((text) => text !== "").join("&");
}

/**
 * Writes a query with parameters in the style `deepObject`; only operations with such parameters load this function. OpenAPI does not
 * define nested objects and arrays; they are written as `filter[size][min]=1&filter[tags][0]=new`.
 */
export function writeDeepQuery(parameters: readonly QueryParameter[], values: Readonly<Record<string, unknown>>): string {
  const written = parameters.flatMap((parameter) =>
    parameter.style === "deepObject" ? deepPairs(parameter.name, values[parameter.name]) : [writeQuery([parameter], values)],
  );
  return written.filter((text) => text !== "").join("&");
}

function deepPairs(path: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) && !isObject(value)) return [`${path}=${encodeURIComponent(String(value))}`];
  return Object.entries(value).flatMap(([name, member]) => deepPairs(`${path}[${encodeURIComponent(name)}]`, member));
}
