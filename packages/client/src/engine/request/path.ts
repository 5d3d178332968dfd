import type { Operation, PathValue } from "../operation.ts";

/** @throws TypeError for an empty value, a dot segment (it would call another operation) or a lone surrogate (it cannot be encoded) */
export function fillPath({ id, path }: Operation, values: readonly PathValue[]): string {
  let used = 0;
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[used++] as PathValue;
    const isUsable =
      typeof value === "string" ? !/^\.{0,2}$|\p{Surrogate}/u.test(value) : typeof value === "boolean" || Number.isFinite(value);
    if (isUsable) return encodeURIComponent(value);
    throw new TypeError(`${id}: ${name} must be a path segment, not "", "." or ".."`);
  });
}
