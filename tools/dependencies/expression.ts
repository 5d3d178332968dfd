/**
 * Whether a licence is allowed: of alternatives one has to be, of what goes together all. An exception (`WITH …`) takes away from
 * what a licence asks, so it changes nothing. What is no expression is not allowed.
 * @param licence an SPDX expression (SPDX 2.3, annex D), for example `(MIT OR GPL-3.0) AND ISC`
 */
export function isAllowed(licence: string, allowed: readonly string[]): boolean {
  const words = licence.match(/[()]|[^\s()]+/g) ?? [];
  let next = 0;
  /** Goes past a word where it comes next. */
  const take = (word: string): boolean => {
    if (words[next] !== word) return false;
    next += 1;
    return true;
  };
  const name = (): string => {
    const word = words[next] ?? "";
    if (!/^[A-Za-z0-9.+:-]+$/.test(word) || ["AND", "OR", "WITH"].includes(word)) throw new NoExpression();
    next += 1;
    return word;
  };
  const single = (): boolean => {
    if (take("(")) {
      const inner = alternatives();
      if (!take(")")) throw new NoExpression();
      return inner;
    }
    const isName = allowed.includes(name());
    if (take("WITH")) name();
    return isName;
  };
  // Each part is read whatever the parts before it are: only then the rest is at its place.
  const together = (): boolean => {
    let result = single();
    while (take("AND")) result = single() && result;
    return result;
  };
  const alternatives = (): boolean => {
    let result = together();
    while (take("OR")) result = together() || result;
    return result;
  };
  try {
    return alternatives() && next === words.length;
  } catch (error) {
    if (error instanceof NoExpression) return false;
    throw error;
  }
}

class NoExpression extends Error {}
