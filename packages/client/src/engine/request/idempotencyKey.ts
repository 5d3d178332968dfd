import { isObject } from "../values.ts";

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
