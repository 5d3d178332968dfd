/** A moment as the platform writes it: ISO 8601, without a fraction when the milliseconds are 0 (behaviour.md, 4). */
export function timestampOf(milliseconds: number): string {
  const text = new Date(milliseconds).toISOString();
  return text.endsWith(".000Z") ? `${text.slice(0, -5)}Z` : text;
}
