/** Functions that print TypeScript. Spec text is untrusted: it enters source code only through `comment` and `literal`. */

/** Removes leading and trailing empty lines. No text can end the comment early. */
export function comment(lines: readonly string[], indent = ""): string {
  const text = lines
    .flatMap((line) => line.split(/\r\n|[\n\r\u2028\u2029]/))
    .map((line) => line.trimEnd().replaceAll("*/", "*\\/"))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  if (text === "") return "";
  if (!text.includes("\n")) return `${indent}/** ${text} */\n`;
  const body = text.split("\n").map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`);
  return `${indent}/**\n${body.join("")}${indent} */\n`;
}

/** In a comment, an `@` at the beginning of a line would be a tag. */
export function prose(text: string): string {
  return text.replace(/^(\s*)@/gm, "$1\\@");
}

/** Escapes the line separators U+2028 and U+2029, and the key `__proto__`, which would set the prototype of an object literal. */
export function literal(value: unknown, indent = ""): string {
  const text = JSON.stringify(value, null, 2) ?? "undefined";
  return text
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029")
    .replace(/^(\s*)"__proto__":/gm, '$1["__proto__"]:')
    .replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:")
    .replaceAll("\n", `\n${indent}`);
}

/** Returns a key that never sets a prototype. */
export function propertyKey(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

export function indentLines(text: string, indent: string): string {
  return text.replaceAll("\n", `\n${indent}`);
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export function importTypes(names: readonly string[], specifier: string): string {
  const unique = [...new Set(names)].sort();
  if (unique.length === 0) return "";
  return `import type {\n${unique.map((name) => `  ${name},\n`).join("")}} from "${specifier}";\n`;
}
