const maxNameLength = 50;

/**
 * Derives an internal name from a label: lower-case letters without accents, digits, and underscores for everything else, starting with a
 * letter.
 * @param fallback used when the label has no letter from a to z
 */
export function nameFromLabel(label: string, fallback: string): string {
  const words = label
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "");
  return words.slice(0, maxNameLength).replace(/_+$/, "") || fallback;
}
