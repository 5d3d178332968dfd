const maxNameLength = 200;
const maxValueLength = 60;

/** The path of a value in the form `inputs[3].id`. Empty for the root. */
export function fieldName(root: unknown, path: readonly string[]): string {
  let name = "";
  let value = root;
  for (const part of path) {
    const isIndex = Array.isArray(value) || (root === undefined && /^\d+$/.test(part));
    if (isIndex) name += `[${part}]`;
    else name += name === "" ? part : `.${part}`;
    value = valueAt(value, [part]);
  }
  return shortened(name, maxNameLength);
}

export function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** Describes a value briefly: its type if that is the problem, otherwise the value itself or its size. */
export function described(value: unknown, code: string): string {
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  if (code === "type") return type;
  if (Array.isArray(value)) return `${value.length} items`;
  return type === "object" ? type : shortened(String(value));
}

export function shortened(text: string, length: number = maxValueLength): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
