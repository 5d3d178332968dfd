const maxNameLength = 50;

/**
 * Converts a label to lower-case letters, digits and underscores, starting with a letter. Returns `fallback` if the label contains no
 * letter.
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
