import type { QueryParameter } from "../operation.ts";
import { isObject } from "../values.ts";
import { writeDeepQuery } from "./query.ts";

/** Writes one part per value: bytes unchanged, objects as JSON, and array items as parts with the same name (OpenAPI 3.1, 4.8.14.3). */
export function writeMultipart(body: unknown): FormData {
  if (body instanceof FormData) return body;
  const form = new FormData();
  eachPart(body, (name, part) => {
    if (part instanceof Blob) form.append(name, part);
    else form.append(name, isObject(part) ? new Blob([JSON.stringify(part)], { type: "application/json" }) : String(part));
  });
  return form;
}

/** Writes one field per value: objects as JSON, and array items as fields with the same name (OpenAPI 3.1, 4.8.14.4). */
export function writeForm(body: unknown): string {
  const form = new URLSearchParams();
  eachPart(body, (name, part) => form.append(name, isObject(part) ? JSON.stringify(part) : String(part)));
  return String(form);
}

/** Writes a form in which some fields have a style (`encoding`), as query parameters do. */
export function writeStyledForm(styled: readonly QueryParameter[], body: unknown): string {
  const fields = Object.entries(Object(body));
  const styleOf = (field: string): QueryParameter | undefined => styled.find(({ name, member = name }) => member === field);
  const others = fields.filter(([field]) => styleOf(field) === undefined);
  const own = fields.map(([field, value]) => [styleOf(field)?.name, value]).filter(([name]) => name !== undefined);
  // Encode the separators of array items, because a form treats them as text. Values are already encoded.
  const query = writeDeepQuery(styled, Object.fromEntries(own)).replace(/[,|[\]]/g, encodeURIComponent);
  return [writeForm(Object.fromEntries(others)), query].filter((text) => text !== "").join("&");
}

function eachPart(body: unknown, take: (name: string, part: unknown) => void): void {
  for (const [name, value] of Object.entries(Object(body))) {
    for (const part of [value].flat()) if (part !== undefined) take(name, part);
  }
}

/**
 * Returns the body unchanged, because the media type has no serializer.
 * @throws TypeError for a body that fetch would convert to a string such as "[object Object]"
 */
export function writeRaw(body: unknown, operationId: string): unknown {
  const type = Object.prototype.toString.call(body).slice(8, -1);
  if (/^(String|Blob|File|ArrayBuffer|Uint8Array|URLSearchParams|FormData)$/.test(type)) return body;
  throw new TypeError(`${operationId}: the body must be a string, Blob, ArrayBuffer, Uint8Array, URLSearchParams or FormData`);
}
