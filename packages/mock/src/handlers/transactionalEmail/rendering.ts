interface Value {
  readonly name: string;
  readonly value: string;
}

/** So many characters are put in at most: a short text may have a placeholder a thousand times, and a value be long. */
const maxSubstituted = 1_000_000;

/** Puts values where `{{ name }}` stands, and nothing where none is given; of two values for one name the last counts. */
export function filled(text: string, values: readonly Value[]): string {
  const byName = new Map(values.map(({ name, value }) => [name, value]));
  let left = maxSubstituted;
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = (byName.get(name) ?? "").slice(0, left);
    left -= value.length;
    return value;
  });
}

/** The same in HTML, where a value is text and never markup. */
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
