// Each pattern reads every character only once.

const unseen = /<(script|style|head|title|template)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const comment = /<!--[\s\S]*?(?:-->|$)/g;
const lineEnd = /<br\s*\/?>|<\/(?:p|div|h[1-6]|li|tr|table|ul|ol|blockquote)\s*>/gi;
const tag = /<\/?[a-z][^<>]*>/gi;

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const lastCodePoint = 0x10ffff;

/** Returns one line per block. The result is not safe to use as HTML. */
export function plainText(html: string): string {
  const text = html
    .replaceAll(comment, "")
    .replaceAll(unseen, "")
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(lineEnd, "\n")
    .replaceAll(tag, "")
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, decodeEntity);
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function decodeEntity(whole: string, decimal?: string, hexadecimal?: string, name: string = ""): string {
  const code = decimal !== undefined ? Number(decimal) : hexadecimal !== undefined ? Number.parseInt(hexadecimal, 16) : undefined;
  if (code !== undefined) return code <= lastCodePoint ? String.fromCodePoint(code) : whole;
  return entities[name.toLowerCase()] ?? whole;
}
