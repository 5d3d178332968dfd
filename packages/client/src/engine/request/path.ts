import type { Operation, PathValue } from "../operation.ts";

/**
 * The values of the placeholders in a path, which a call has in the order of the template.
 * @throws TypeError when one cannot be part of a path: an id of dots would be resolved away with the part before it, and call
 * another operation; half of a pair of surrogates has no place in an address
 */
export function pathValues({ id, path }: Operation, ids: readonly PathValue[]): Record<string, PathValue> {
  const names = new Set(path.match(/(?<=\{)[^{}]+(?=\})/g));
  return Object.fromEntries(
    [...names].map((name, index) => {
      const value = ids[index];
      const isUsable =
        typeof value === "string" ? !/^\.{0,2}$|\p{Surrogate}/u.test(value) : typeof value === "boolean" || Number.isFinite(value);
      if (isUsable) return [name, value as PathValue];
      throw new TypeError(`${id}: ${name} has to be a number or a well-formed text, not "", "." or "..".`);
    }),
  );
}
