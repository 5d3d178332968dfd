// A word in which more than a third is different is another word.
const mostDifferent = 1 / 3;

/** Which of these names may have been meant, to be told beside the rule; empty when none is near. */
export function nearestHint(name: string, known: readonly string[]): string {
  // No name is so long; what is would only take time.
  if (name.length > 100) return "";
  const distances = known.map((candidate) => ({ candidate, distance: distanceOf(name, candidate) }));
  const [nearest] = distances.sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= nearest.candidate.length * mostDifferent ? `; the nearest is ${nearest.candidate}` : "";
}

/** How many characters have to be inserted, deleted or replaced. */
export function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= other.length; index += 1) {
      const replaced = (row[index - 1] ?? 0) + (one[at - 1] === other[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
