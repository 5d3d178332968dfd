/**
 * Says what is wrong with a text that is not JSON, and where. The messages of JavaScript engines are not used, because they quote the text,
 * which may contain secrets, and because many of them contain no position.
 */
export function jsonProblem(text: string): string {
  const position = invalidPosition(text);
  const lines = text.slice(0, position).split("\n");
  const place = `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
  return position < text.length ? `it has an unexpected character at ${place}` : `it ends at ${place} before it is complete`;
}

/** Returns the position of the first character that cannot continue the text before it, or the text's length. */
function invalidPosition(text: string): number {
  /** The characters that close the open objects and lists. */
  const closing: string[] = [];
  let next: "value" | "key" | "colon" | "comma" = "value";
  let canClose = false;
  let at = 0;
  while (true) {
    at = endOf(/[ \t\n\r]*/y, text, at);
    const character = text[at] ?? "";
    if (canClose && character !== "" && character === closing.at(-1)) {
      closing.pop();
      next = "comma";
      at += 1;
      continue;
    }
    if (next === "value" && (character === "{" || character === "[")) {
      closing.push(character === "{" ? "}" : "]");
      next = character === "{" ? "key" : "value";
      canClose = true;
      at += 1;
      continue;
    }
    if (next === "value" || next === "key") {
      const token = character === '"' ? stringAt(text, at) : next === "value" ? literalAt(text, at) : undefined;
      if (!token?.isWhole) return token?.end ?? at;
      at = token.end;
      canClose = next === "value";
      next = next === "value" ? "comma" : "colon";
      continue;
    }
    if (character !== (next === "colon" ? ":" : ",") || closing.length === 0) return at;
    canClose = false;
    next = next === "comma" && closing.at(-1) === "}" ? "key" : "value";
    at += 1;
  }
}

interface Token {
  readonly end: number;
  readonly isWhole: boolean;
}

/** A regular expression for the whole string could exceed the engine's stack. */
function stringAt(text: string, start: number): Token {
  let at = start + 1;
  while (true) {
    at = endOf(/[ !#-[\]-\uffff]*/y, text, at);
    if (text[at] === '"') return { end: at + 1, isWhole: true };
    if (text[at] !== "\\") return { end: at, isWhole: false };
    const end = endOf(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{0,4})?/y, text, at);
    const isWhole = text[at + 1] === "u" ? end === at + 6 : end === at + 2;
    if (!isWhole) return { end, isWhole };
    at = end;
  }
}

const words: readonly string[] = ["true", "false", "null"];

function literalAt(text: string, start: number): Token {
  const word = words.find(([first]) => first === text[start]);
  if (word !== undefined) {
    const length = [...word].findIndex((letter, index) => text[start + index] !== letter);
    return { end: start + (length === -1 ? word.length : length), isWhole: length === -1 };
  }
  const end = endOf(/-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?/y, text, start);
  return { end, isWhole: /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text.slice(start, end)) };
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  pattern.test(text);
  return pattern.lastIndex;
}
