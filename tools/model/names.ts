/**
 * Names of the document become identifiers here, and nowhere else. Spec text is untrusted: what comes out is made of
 * letters, digits, `_` and `$` only, whatever went in.
 */

/** Words that cannot name a function. They can name a property, and an export by way of `export { x as delete }`. */
const reservedWords = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends false finally for function " +
    "if implements import in instanceof interface let new null package private protected public return static super switch this " +
    "throw true try typeof var void while with yield arguments eval"
  ).split(" "),
);

/** Properties that mean something to every JavaScript object, or make it a promise. */
const hazardousProperties = new Set(["__proto__", "constructor", "prototype", "then", "toString", "valueOf", "hasOwnProperty"]);

/** Types that generated code itself may use by their global name. */
const globalTypes = new Set([
  ...Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z]/.test(name)),
  ...[
    "Record",
    "Partial",
    "Required",
    "Readonly",
    "Pick",
    "Omit",
    "Exclude",
    "Extract",
    "NonNullable",
    "Parameters",
    "ReturnType",
    "Awaited",
  ],
]);

export function camelCase(text: string): string {
  const pascal = pascalCase(text);
  // An acronym at the start goes down as a whole: "SMTP tokens" is smtpTokens.
  return pascal.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase());
}

export function pascalCase(text: string): string {
  const words = text
    .normalize("NFKD")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  const name = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
  if (name === "") return "Unnamed";
  return /^[0-9]/.test(name) ? `N${name}` : name;
}

/** A name for an exported type. It never shadows a type of the language. */
export function typeIdentifier(text: string): string {
  const name = pascalCase(text);
  return globalTypes.has(name) ? `${name}Schema` : name;
}

/** A name for a member of an object. */
export function memberIdentifier(text: string): string {
  const name = camelCase(text);
  return hazardousProperties.has(name) ? `${name}_` : name;
}

/** A name for a local function or constant; a reserved word gets an underscore. */
export function localIdentifier(name: string): string {
  return reservedWords.has(name) ? `${name}_` : name;
}

/** Hands out names that differ also on file systems which ignore case; the first one to ask gets the plain name. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  take(name: string): string {
    let candidate = name;
    for (let number = 2; this.#taken.has(candidate.toLowerCase()); number += 1) candidate = `${name}${number}`;
    this.#taken.add(candidate.toLowerCase());
    return candidate;
  }
}
