interface Value {
  readonly name: string;
  readonly value: string;
}

/** Maximum number of substituted characters: a short text may repeat a placeholder a thousand times, and a value may be long. */
const maxSubstituted = 1_000_000;

/** Replaces `{{ name }}` by values, or by nothing when there is no value. If a name is repeated, the last value counts. */
export function filled(text: string, values: readonly Value[]): string {
  const byName = new Map(values.map(({ name, value }) => [name, value]));
  let left = maxSubstituted;
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = (byName.get(name) ?? "").slice(0, left);
    left -= value.length;
    return value;
  });
}

/** The same for HTML. Values are escaped. */
export function filledHtml(html: string, values: readonly Value[]): string {
  return filled(
    html,
    values.map(({ name, value }) => ({ name, value: escaped(value) })),
  );
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
