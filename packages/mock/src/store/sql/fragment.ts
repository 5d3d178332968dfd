import type { Connection, Row } from "./connection.ts";
import type { Dialect } from "./dialect.ts";

/** A part of a statement whose text depends on the request. */
export interface Fragment {
  /** The SQL before, between and after the parameters: one more string than there are parameters. */
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
}

/** Builds a fragment from a template. Fragments in the template become part of the SQL, and other values become parameters. */
export function sql(texts: readonly string[], ...inserted: readonly unknown[]): Fragment {
  const whole: { texts: string[]; values: unknown[] } = { texts: [texts[0] ?? ""], values: [] };
  inserted.forEach((value, index) => {
    const { texts: inner, values } = isFragment(value) ? value : { texts: ["", ""], values: [value] };
    const [first = "", ...others] = inner;
    whole.texts.push(`${whole.texts.pop()}${first}`, ...others);
    whole.texts.push(`${whole.texts.pop()}${texts[index + 1]}`);
    whole.values.push(...values);
  });
  return whole;
}

/** Creates a fragment without parameters. @param text must not contain values from a request */
export function raw(text: string): Fragment {
  return { texts: [text], values: [] };
}

export function joined(fragments: readonly Fragment[], separator: string): Fragment {
  return fragments.reduce((whole, fragment) => sql`${whole}${raw(separator)}${fragment}`);
}

export function among(dialect: Dialect, column: string, list: readonly unknown[]): Fragment {
  const marker = ":list";
  return { texts: dialect.among(column, marker).split(marker), values: [list] };
}

export function execute(connection: Connection, { texts, values }: Fragment): Promise<readonly Row[]> {
  const text = texts.map((part, index) => (index === 0 ? part : `${connection.dialect.placeholder(index)}${part}`)).join("");
  return connection.execute(text.trim().replaceAll(/\s+/g, " "), values);
}

function isFragment(value: unknown): value is Fragment {
  return typeof value === "object" && value !== null && "texts" in value;
}
