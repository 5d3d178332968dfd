const maxNameLength = 50;

/** Lower-case letters, digits and underscores, starting with a letter. `fallback` is for labels without a letter from a to z. */
export function nameFromLabel(label: string, fallback: string): string {
  const words = label
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "");
  return words.slice(0, maxNameLength).replace(/_+$/, "") || fallback;
}
