import { isObject } from "../values.ts";

/**
 * A body with a key of its own at the path, unless the caller gave one: the service does once what has the same key. Objects
 * that are missing on the way are made; no body, and what is there and no object, stay as they are and get none.
 */
export function withIdempotencyKey(body: unknown, [name = "", ...rest]: readonly string[]): unknown {
  if (!isObject(body)) return body;
  const value = body[name];
  return { ...body, [name]: rest.length > 0 ? withIdempotencyKey(value === undefined ? {} : value, rest) : (value ?? randomKey()) };
}

/** `crypto.randomUUID` is there in secure contexts only. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
