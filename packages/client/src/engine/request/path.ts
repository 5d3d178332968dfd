import type { Operation, PathValue } from "../operation.ts";

/** @throws TypeError for a missing or empty value, a dot segment (it would call another operation) or a lone surrogate (it has no encoding) */
export function fillPath({ id, path }: Operation, values: readonly PathValue[]): string {
  let used = 0;
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[used++] as PathValue;
    const isUsable =
      typeof value === "string" ? !/^\.{0,2}$|\p{Surrogate}/u.test(value) : typeof value === "boolean" || Number.isFinite(value);
    if (isUsable) return encodeURIComponent(value);
    // The value is omitted, because it may be a secret.
    const problem = value == null ? "is missing" : 'must be a number or a string other than "", "." and ".."';
    throw new TypeError(`${id}: argument ${name} ${problem}; received ${typeof value}`);
  });
}
