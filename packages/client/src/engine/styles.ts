import { writeForm } from "./bodies.ts";
import type { QueryParameter } from "./operation.ts";
import { writeQuery } from "./query.ts";
import { isObject } from "./values.ts";

/**
 * Writes a query with parameters of the style `deepObject`; other operations do not load this. OpenAPI defines that style for an
 * object of scalars. Nested objects and lists continue the path in brackets: `filter[size][min]=1&filter[tags][0]=new`.
 */
export function writeDeepQuery(parameters: readonly QueryParameter[], values: Readonly<Record<string, unknown>>): string {
  const written = parameters.flatMap((parameter) =>
    parameter.style === "deepObject" ? deepPairs(parameter.name, values[parameter.name]) : [writeQuery([parameter], values)],
  );
  return written.filter((text) => text !== "").join("&");
}

/** Writes a form in which some fields have a style of their own (`encoding`). They are written as in a query. */
export function writeStyledForm(styled: readonly QueryParameter[], body: unknown): string {
  const fields = Object.entries(Object(body));
  const styleOf = (field: string): QueryParameter | undefined => styled.find(({ name, member = name }) => member === field);
  const others = fields.filter(([field]) => styleOf(field) === undefined);
  const own = fields.map(([field, value]) => [styleOf(field)?.name, value]).filter(([name]) => name !== undefined);
  // What separates the items of a list is text in a form. Values are encoded already, so nothing else is left of these.
  const query = writeDeepQuery(styled, Object.fromEntries(own)).replace(/[,|[\]]/g, encodeURIComponent);
  return [writeForm(Object.fromEntries(others)), query].filter((text) => text !== "").join("&");
}

function deepPairs(path: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) && !isObject(value)) return [`${path}=${encodeURIComponent(String(value))}`];
  return Object.entries(value).flatMap(([name, member]) => deepPairs(`${path}[${encodeURIComponent(name)}]`, member));
}
