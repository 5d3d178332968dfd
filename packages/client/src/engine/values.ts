export function isObject(value: unknown): value is Record<string, unknown> {
  return Object(value) === value && !Array.isArray(value);
}

export function valueAt(value: unknown, names: readonly string[]): unknown {
  return names.reduce((part, name) => Object(part)[name], value);
}

/** Returns the value at a JSON pointer (RFC 6901), or `undefined`. */
export function at(value: unknown, pointer: string): unknown {
  return valueAt(value, namesOf(pointer));
}

export function listAt(value: unknown, pointer: string): readonly unknown[] {
  const list = at(value, pointer);
  return Array.isArray(list) ? list : [];
}

/** Returns a copy of an object with a new value at a single-segment pointer. */
export function withValueAt(value: unknown, pointer: string, member: unknown): Record<string, unknown> {
  return { ...Object(value), [namesOf(pointer).join()]: member };
}

function namesOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}
