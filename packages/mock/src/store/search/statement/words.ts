import type { Dialect } from "../../sql/dialect.ts";
import { among, type Fragment, sql } from "../../sql/fragment.ts";
import { keyOf } from "../../sql/text.ts";

/** A character that sorts after every character in a key. */
export const lastCharacter = "\u{10ffff}";

/** The character that sorts before all other letters, marks and digits. The tokens of options sort before it. */
const firstWordCharacter = "0";

/** Whether the words that match a pattern have to be searched in a range of the index. */
export function isOpen(pattern: string): boolean {
  return pattern.includes("*");
}

/** Tests whether a token is within the limits of a pattern. */
export function isInRange(pattern: string): Fragment {
  if (!isOpen(pattern)) return sql`matching.token = ${pattern}`;
  const { from, to } = wordRange(pattern);
  return sql`${from} and ${to}`;
}

/** The limits of the words that match a pattern. The tokens of options are not within them. */
export function wordRange(pattern: string): { readonly from: Fragment; readonly to: Fragment } {
  const [start = ""] = pattern.split("*", 1);
  return {
    from: sql`matching.token >= ${start || firstWordCharacter}`,
    to: sql`matching.token < ${start + lastCharacter}`,
  };
}

/** Tests whether a token within the limits of a pattern matches it, and belongs to one of the properties. */
export function hasWord(dialect: Dialect, properties: readonly string[], pattern: string): Fragment {
  const isOfProperty = among(dialect, "matching.property", properties.map(keyOf));
  const isPrefix = !isOpen(pattern.slice(0, -1));
  return isPrefix ? isOfProperty : sql`matching.token like ${pattern.replaceAll("*", "%")} and ${isOfProperty}`;
}
