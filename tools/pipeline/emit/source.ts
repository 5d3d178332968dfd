/** Prints TypeScript. Spec text is untrusted: it enters source code only through `comment` and `literal`. */

/** A documentation comment; empty lines at its ends are dropped, and nothing in it can end the comment. */
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

/** Text of the document for a comment: an `@` that begins a line would be a tag of ours. */
export function prose(text: string): string {
  return text.replace(/^(\s*)@/gm, "$1\\@");
}

/** A value as source code. JSON is JavaScript but for two line separators and the one key that sets a prototype; keys lose their quotes. */
export function literal(value: unknown, indent = ""): string {
  const text = JSON.stringify(value, null, 2) ?? "undefined";
  return text
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029")
    .replace(/^(\s*)"__proto__":/gm, '$1["__proto__"]:')
    .replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:")
    .replaceAll("\n", `\n${indent}`);
}

/** A property name as source code, in types and in values: quoted only where it has to be, and never setting a prototype. */
export function propertyKey(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** Moves source code to a deeper level. */
export function indented(text: string, indent: string): string {
  return text.replaceAll("\n", `\n${indent}`);
}

/** One space between words, for text that becomes part of a sentence. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** An import of types by their names; nothing when there are none. */
export function importTypes(names: readonly string[], specifier: string): string {
  const unique = [...new Set(names)].sort();
  if (unique.length === 0) return "";
  return `import type {\n${unique.map((name) => `  ${name},\n`).join("")}} from "${specifier}";\n`;
}
