/** Small edits of a bundle, of the kinds that people make, each at one operation or one schema. */

// biome-ignore lint/suspicious/noExplicitAny: an edit goes anywhere in a document, which it knows to be there.
export type Loose = any;

/** Chooses from 0 up to a number, and not that. */
export type Random = (below: number) => number;

/** An edit of one kind. It gives what it is to be found under; nothing where there is nothing of the kind to edit. */
export interface EditKind {
  readonly name: string;
  apply(target: Loose, random: Random, document: Loose): string | undefined;
}

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items.length === 0 ? undefined : items[random(items.length)];
}

/** An edit of something chosen from a list; the name it is found under is the target's own. */
export function edit(
  name: string,
  choose: (target: Loose) => readonly Loose[],
  change: (chosen: Loose, random: Random, target: Loose) => void,
): EditKind {
  return {
    name,
    apply: (target, random) => {
      const chosen = pick(choose(target), random);
      if (chosen === undefined) return undefined;
      change(chosen, random, target);
      return "";
    },
  };
}
