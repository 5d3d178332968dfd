import type { Operation, PathValue } from "../operation.ts";

/**
 * Returns the values of a path's placeholders by name.
 * @throws TypeError for a value that cannot be a path segment. URLs resolve `.` and `..`, which would call another operation, and
 * lone surrogates cannot be encoded
 */
export function pathValues({ id, path }: Operation, ids: readonly PathValue[]): Record<string, PathValue> {
  const names = new Set(path.match(/(?<=\{)[^{}]+(?=\})/g));
  return Object.fromEntries(
    [...names].map((name, index) => {
      const value = ids[index];
      const isUsable =
        typeof value === "string" ? !/^\.{0,2}$|\p{Surrogate}/u.test(value) : typeof value === "boolean" || Number.isFinite(value);
      if (isUsable) return [name, value as PathValue];
      throw new TypeError(`${id}: ${name} must be a number or a path segment, not "", "." or ".."`);
    }),
  );
}
