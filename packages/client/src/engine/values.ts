export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What names lead to, one in the other; `undefined` when they lead nowhere. */
export function valueAt(value: unknown, names: readonly string[]): unknown {
  return names.reduce((part, name) => Object(part)[name], value);
}

/** What a JSON pointer leads to (RFC 6901); `undefined` when it leads nowhere. */
export function at(value: unknown, pointer: string): unknown {
  return valueAt(value, namesOf(pointer));
}

/** The list that a pointer leads to; empty when there is none. */
export function listAt(value: unknown, pointer: string): readonly unknown[] {
  const list = at(value, pointer);
  return Array.isArray(list) ? list : [];
}

/** An object with another value at a pointer of one step. */
export function withValueAt(value: unknown, pointer: string, member: unknown): Record<string, unknown> {
  return { ...Object(value), [namesOf(pointer).join()]: member };
}

function namesOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}
