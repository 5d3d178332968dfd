import { createQuerySerializer } from "openapi-fetch";
import type { Operation, PathValue, QueryParameter } from "../operation.ts";

/** @throws TypeError for a missing or empty value, a dot segment (it would call another operation) or a lone surrogate (it has no encoding) */
export function fillPath({ id, path }: Operation, values: readonly PathValue[]): string {
  let index = 0;
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[index++] as PathValue;
    const isUsable =
      typeof value === "string" ? !/^\.{0,2}$|\p{Surrogate}/u.test(value) : typeof value === "boolean" || Number.isFinite(value);
    if (isUsable) return encodeURIComponent(value);
    // The value is omitted, because it may be a secret.
    const problem = value == null ? "is missing" : 'must be a number or a string other than "", "." and ".."';
    throw new TypeError(`${id}: argument ${name} ${problem}; received ${typeof value}`);
  });
}

export function writeQuery(parameters: readonly QueryParameter[], values: Readonly<Record<string, unknown>>): string {
  const present = parameters.filter(({ name }) => Object.hasOwn(values, name));
  const parts = present.map(({ name, explode = true }) => {
    const serialize = createQuerySerializer({ array: { style: "form", explode }, object: { style: "form", explode } });
    return serialize({ [name]: values[name] });
  });
  return parts.filter((text) => text !== "").join("&");
}

/** Later headers replace earlier ones. @throws TypeError for an invalid header; the message omits the value, which may be a secret */
export function mergeHeaders(operationId: string, all: readonly (object | undefined)[]): Headers {
  const merged = new Headers();
  for (const [name, value] of all.flatMap((headers) => (headers instanceof Headers ? [...headers] : Object.entries(headers ?? {})))) {
    try {
      if (value != null) merged.set(name, value);
    } catch {
      // An invalid name is omitted, because it may be a value in the wrong place.
      throw new TypeError(`${operationId}: invalid header ${/^[\w-]+$/.test(name) ? name : "name"}`);
    }
  }
  return merged;
}

/** Writes one field per value, and array items as fields with the same name (OpenAPI 3.1, 4.8.14.4). */
export function writeForm(body: unknown): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(Object(body))) {
    for (const part of [value].flat()) {
      if (part !== undefined) form.append(name, String(part));
    }
  }
  return String(form);
}
