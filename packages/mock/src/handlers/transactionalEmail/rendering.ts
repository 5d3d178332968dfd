interface Value {
  readonly name: string;
  readonly value: string;
}

/** The total length of inserted values is limited, because a short template can repeat a long value a thousand times. */
const maxSubstituted = 1_000_000;

/** Replaces each `{{ name }}`. An unknown name has an empty value. If a name occurs more than once, its last value is used. */
export function fillPlaceholders(text: string, values: readonly Value[]): string {
  const byName = new Map(values.map(({ name, value }) => [name, value]));
  let left = maxSubstituted;
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = (byName.get(name) ?? "").slice(0, left);
    left -= value.length;
    return value;
  });
}

/** Works like `filled`, but escapes the values for HTML. */
export function filledHtml(html: string, values: readonly Value[]): string {
  return fillPlaceholders(
    html,
    values.map(({ name, value }) => ({ name, value: escapeHtml(value) })),
  );
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
