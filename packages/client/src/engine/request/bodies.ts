import type { QueryParameter } from "../operation.ts";
import { isObject } from "../values.ts";
import { writeDeepQuery } from "./query.ts";

/** A part a value: bytes as they are, objects as JSON, the items of a list under the same name (OpenAPI 3.1, 4.8.14.3). */
export function writeMultipart(body: unknown): FormData {
  if (body instanceof FormData) return body;
  const form = new FormData();
  eachPart(body, (name, part) => {
    if (part instanceof Blob) form.append(name, part);
    else form.append(name, isObject(part) ? new Blob([JSON.stringify(part)], { type: "application/json" }) : String(part));
  });
  return form;
}

/** A field a value: objects as JSON, the items of a list under the same name (OpenAPI 3.1, 4.8.14.4). */
export function writeForm(body: unknown): string {
  const form = new URLSearchParams();
  eachPart(body, (name, part) => form.append(name, isObject(part) ? JSON.stringify(part) : String(part)));
  return String(form);
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

function eachPart(body: unknown, take: (name: string, part: unknown) => void): void {
  for (const [name, value] of Object.entries(Object(body))) {
    for (const part of [value].flat()) if (part !== undefined) take(name, part);
  }
}

/**
 * Sends what the caller gives, for media types that we have no writer for.
 * @throws TypeError for anything that fetch would turn into a text of its own, such as "[object Object]"
 */
export function writeRaw(body: unknown): unknown {
  const type = Object.prototype.toString.call(body).slice(8, -1);
  if (/^(String|Blob|File|ArrayBuffer|Uint8Array|URLSearchParams|FormData)$/.test(type)) return body;
  throw new TypeError("A body of this media type has to be a text or bytes.");
}
