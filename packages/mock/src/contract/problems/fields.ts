import { cutText, maxCredentialLength, withoutCredentials } from "./credentials.ts";

const maxNameLength = 200;
const maxValueLength = 60;

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

/** Describes an invalid value by its type if the type is wrong, and by its content or size otherwise. */
export function describeValue(value: unknown, code: string): string {
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  if (code === "type") return type;
  if (Array.isArray(value)) return `${value.length} items`;
  return type === "object" ? type : shortened(withoutCredentials(String(value).slice(0, maxValueLength + maxCredentialLength)));
}

export function shortened(text: string, length: number = maxValueLength): string {
  return text.length <= length ? text : `${cutText(text, length)}…`;
}
