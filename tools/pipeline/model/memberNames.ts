import { camelCase, memberIdentifier, UniqueNames } from "../names.ts";

export interface NamedOperation {
  readonly id: string;
  readonly tag: string;
  readonly area: string;
}

/**
 * Removes the area's tag: `repos/get` and `reposGet` become `get` in `repos`. Operations that would share a name keep their full id, so
 * that names do not depend on the document's order. Ids that differ only in punctuation or case are numbered.
 */
export function nameMembers(operations: readonly NamedOperation[]): ReadonlyMap<string, string> {
  const wanted = operations.map(({ id, tag, area }) => ({
    id,
    area,
    whole: memberIdentifier(id),
    short: memberIdentifier(withoutTag(id, tag)),
  }));
  const claims = new Map<string, number>();
  const keyOf = (area: string, name: string): string => `${area} ${name.toLowerCase()}`;
  for (const { area, whole, short } of wanted)
    for (const key of new Set([keyOf(area, whole), keyOf(area, short)])) claims.set(key, (claims.get(key) ?? 0) + 1);

  const taken = new Map(operations.map(({ area }) => [area, new UniqueNames()]));
  const nameOf = ({ area, whole, short }: (typeof wanted)[number]): string => {
    const name = claims.get(keyOf(area, short)) === 1 ? short : whole;
    return taken.get(area)?.take(name) ?? name;
  };
  return new Map(wanted.map((one) => [one.id, nameOf(one)]));
}

/** A new word must begin after the tag. */
function withoutTag(id: string, tag: string): string {
  const prefix = camelCase(tag).toLowerCase();
  const ends = Array.from(id, (_, index) => index + 1);
  const end = ends.find((index) => camelCase(id.slice(0, index)).toLowerCase() === prefix && beginsWord(id.slice(index)));
  return end === undefined ? id : id.slice(end);
}

function beginsWord(text: string): boolean {
  return /^([^\p{ID_Continue}]|_|\p{Lu})/u.test(text) && /[\p{L}\p{N}]/u.test(text);
}
