import type { Operation, PathValue } from "../operation.ts";

/**
 * Replaces the placeholders in a path template with the values, in order.
 * @throws TypeError for a value that cannot be a path segment. URLs resolve `.` and `..`, which would call another operation, and
 * lone surrogates cannot be encoded
 */
export function fillPath({ id, path }: Operation, values: readonly PathValue[]): string {
  let used = 0;
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[used++] as PathValue;
    const isUsable =
      typeof value === "string" ? !/^\.{0,2}$|\p{Surrogate}/u.test(value) : typeof value === "boolean" || Number.isFinite(value);
    if (isUsable) return encodeURIComponent(value);
    throw new TypeError(`${id}: ${name} must be a number or a path segment, not "", "." or ".."`);
  });
}
