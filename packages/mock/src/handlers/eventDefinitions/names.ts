const maxNameLength = 50;

/**
 * An internal name made of a label: small letters without accents, digits, and underscores for the rest, a letter first.
 * @param fallback the name of a label in which there is no letter from a to z
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
