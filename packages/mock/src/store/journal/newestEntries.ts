export const maxEntries = 1_000;

export function newest<Entry extends { readonly account: number }>(entries: readonly Entry[]): Entry[] {
  const kept = new Map<number, number>();
  return entries
    .toReversed()
    .filter(({ account }) => {
      const count = (kept.get(account) ?? 0) + 1;
      kept.set(account, count);
      return count <= maxEntries;
    })
    .reverse();
}
