import type { Connection, Row } from "./connection.ts";
import type { Dialect } from "./dialect.ts";

/** A part of a statement whose text depends on the request. */
export interface Fragment {
  /** The SQL before, between and after the parameters: one more string than there are parameters. */
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
}

/** Builds a fragment from a template. Fragments in the template become part of the SQL, and other values become parameters. */
export function sql(template: readonly string[], ...parts: readonly unknown[]): Fragment {
  const [start = "", ...between] = template;
  const texts: string[] = [];
  const values: unknown[] = [];
  let last = start;
  for (let index = 0; index < parts.length; index += 1) {
    const value = parts[index];
    const isPart = isFragment(value);
    const inner = isPart ? value.texts : ["", ""];
    last += inner[0];
    for (let next = 1; next < inner.length; next += 1) {
      texts.push(last);
      last = inner[next] as string;
    }
    if (isPart) values.push(...value.values);
    else values.push(value);
    last += between[index];
  }
  texts.push(last);
  return { texts, values };
}

/** Creates a fragment without parameters. @param text must not contain values from a request */
export function raw(text: string): Fragment {
  return { texts: [text], values: [] };
}

export function join(fragments: readonly Fragment[], separator: string): Fragment {
  return fragments.reduce((whole, fragment) => sql`${whole}${raw(separator)}${fragment}`);
}

export function among(dialect: Dialect, column: string, list: readonly unknown[]): Fragment {
  const marker = ":list";
  return { texts: dialect.among(column, marker).split(marker), values: [list] };
}

export function execute(connection: Connection, { texts, values }: Fragment): Promise<readonly Row[]> {
  const text = texts.map((part, index) => (index === 0 ? part : `${connection.dialect.placeholder(index)}${part}`)).join("");
  return connection.execute(text.trim(), values);
}

function isFragment(value: unknown): value is Fragment {
  return typeof value === "object" && value !== null && "texts" in value;
}
