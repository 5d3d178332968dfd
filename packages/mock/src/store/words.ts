import { startOf } from "./sql/text.ts";

const word = /[\p{L}\p{M}\p{N}]+/gu;
const maxTokenLength = 100;
const maxTokens = 1_000;

/** Returns the words of a value in lower case, without duplicates. */
export function tokensOf(value: string): Set<string> {
  const tokens = new Set<string>();
  for (const [token] of value.toLowerCase().matchAll(word)) {
    tokens.add(startOf(token, maxTokenLength));
    if (tokens.size === maxTokens) break;
  }
  return tokens;
}

/** Returns the words of a search text as patterns, in which `*` matches any characters. Truncates long words as the index does. */
export function patternsOf(text: string): string[] {
  const patterns = text.toLowerCase().match(/[\p{L}\p{M}\p{N}*]+/gu) ?? [];
  const cut = patterns.map((pattern) => {
    const [start = ""] = pattern.split("*", 1);
    return start.length < maxTokenLength ? pattern : startOf(start, maxTokenLength);
  });
  return [...new Set(cut)];
}
