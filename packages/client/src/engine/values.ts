export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a JSON pointer leads to (RFC 6901); `undefined` when it leads nowhere. */
export function at(value: unknown, pointer: string): unknown {
  const names = pointer.split("/").slice(1);
  return names.reduce((part, name) => Object(part)[name.replaceAll("~1", "/").replaceAll("~0", "~")], value);
}

/** The list that a pointer leads to; empty when there is none. */
export function listAt(value: unknown, pointer: string): readonly unknown[] {
  const list = at(value, pointer);
  return Array.isArray(list) ? list : [];
}
