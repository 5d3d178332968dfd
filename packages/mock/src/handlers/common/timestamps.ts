// Timestamps are cached, because formatting takes as long as validating a meeting, and the times in a batch are often equal.
const known = new Map<number, string>();
const maxCached = 1_000;

/** Omits the fraction if the milliseconds are 0 (behaviour.md, 4). */
export function timestampOf(milliseconds: number): string {
  const written = known.get(milliseconds);
  if (written !== undefined) return written;
  const text = new Date(milliseconds).toISOString();
  const timestamp = text.endsWith(".000Z") ? `${text.slice(0, -5)}Z` : text;
  if (known.size >= maxCached) known.clear();
  known.set(milliseconds, timestamp);
  return timestamp;
}
