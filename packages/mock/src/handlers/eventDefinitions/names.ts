const maxNameLength = 50;

/** Uses lower-case letters, digits and underscores. Returns `fallback` if the label contains no letter. */
export function nameFromLabel(label: string, fallback: string): string {
  const words = label
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "");
  return words.slice(0, maxNameLength).replace(/_+$/, "") || fallback;
}
