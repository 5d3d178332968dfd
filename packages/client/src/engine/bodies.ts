import { isObject } from "./values.ts";

/** A part a value: bytes as they are, objects as JSON, the items of a list under the same name (OpenAPI 3.1, 4.8.14.3). */
export function writeMultipart(body: unknown): FormData {
  if (body instanceof FormData) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(isObject(body) ? body : {})) {
    for (const part of [value].flat()) {
      if (part === undefined) continue;
      if (part instanceof Blob) form.append(name, part);
      else form.append(name, isObject(part) ? new Blob([JSON.stringify(part)], { type: "application/json" }) : String(part));
    }
  }
  return form;
}

/** Sends what the caller gives, for media types that we have no writer for. */
export function writeRaw(body: unknown): unknown {
  return body;
}
