/** Longer names are not compared, because all known names are shorter. */
const maxNameLength = 100;

/** Returns an empty string if no name is similar. @param maxDifference maximum fraction of characters that may differ */
export function didYouMean(name: string, candidates: Iterable<string>, maxDifference: number = 1 / 3): string {
  if (name.length > maxNameLength) return "";
  let nearest: string | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const difference = distanceOf(name.toLowerCase(), candidate.toLowerCase()) / Math.max(candidate.length, 1);
    if (difference > maxDifference || difference >= smallest) continue;
    nearest = candidate;
    smallest = difference;
  }
  return nearest === undefined ? "" : `. Did you mean ${nearest}?`;
}

/** Returns the edit distance. A swap of adjacent characters is one edit. */
export function distanceOf(one: string, other: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= other.length; index += 1) {
      const replacementCost = (row[index - 1] ?? 0) + (one[at - 1] === other[index - 1] ? 0 : 1);
      const isSwapped = at > 1 && index > 1 && one[at - 1] === other[index - 2] && one[at - 2] === other[index - 1];
      const swapCost = isSwapped ? (before[index - 2] ?? 0) + 1 : replacementCost;
      next.push(Math.min(replacementCost, swapCost, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
