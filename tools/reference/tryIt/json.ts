export interface JsonMistake {
  readonly index: number;
  /** For example `a comma or "}"`. */
  readonly expected: string;
}

const tokens = {
  space: /[ \t\n\r]*/y,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids only these control characters in strings.
  string: /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y,
  literal: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y,
} as const;

/** Finds the first mistake in a JSON text. Browsers report its position in different forms, or not at all. */
export function findMistake(text: string): JsonMistake | undefined {
  let index = 0;
  let mistake: JsonMistake | undefined;
  const take = (token: RegExp): boolean => {
    token.lastIndex = index;
    const isMatch = token.test(text);
    if (isMatch) index = token.lastIndex;
    return isMatch;
  };
  const takeText = (character: string): boolean => {
    take(tokens.space);
    if (text[index] !== character) return false;
    index += 1;
    take(tokens.space);
    return true;
  };
  const fail = (expected: string): false => {
    mistake = { index, expected };
    return false;
  };
  const list = (end: string, item: () => boolean): boolean => {
    if (takeText(end)) return true;
    do if (!item()) return false;
    while (takeText(","));
    return takeText(end) || fail(`a comma or "${end}"`);
  };
  const member = (): boolean => {
    if (!take(tokens.string)) return fail("a name in double quotes");
    return takeText(":") ? value() : fail("a colon");
  };
  const value = (): boolean => {
    take(tokens.space);
    if (takeText("{")) return list("}", member);
    if (takeText("[")) return list("]", value);
    return take(tokens.string) || take(tokens.literal) || fail("a value");
  };
  if (!value()) return mistake;
  take(tokens.space);
  return index === text.length ? undefined : { index, expected: "the end of the text" };
}

export function describeMistake(text: string, { index, expected }: JsonMistake): string {
  const before = text.slice(0, index).split("\n");
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  const received = index === text.length ? "the end of the text" : `"${String.fromCodePoint(text.codePointAt(index) ?? 0)}"`;
  return `Not valid JSON at ${place}: received ${received}, expected ${expected}.`;
}
