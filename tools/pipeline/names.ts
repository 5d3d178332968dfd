/** Spec text is untrusted: identifiers consist only of letters and digits of any script. */
import { reservedNames } from "../rules/reserved-names.ts";

/** Words that cannot name a function. They can name a property or, in the form `export { x as delete }`, an export. */
const reservedWords = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends false finally for function " +
    "if implements import in instanceof interface let new null package private protected public return static super switch this " +
    "throw true try typeof var void while with yield arguments eval"
  ).split(" "),
);

/** Properties of every JavaScript object or promise, and names that Windows reserves. */
const hazardousNames = /^(__proto__|constructor|prototype|then|toString|valueOf|hasOwnProperty|con|prn|aux|nul|(com|lpt)\d)$/i;

const ownTypes = new Set([
  "BehaviorRule",
  "Call",
  "CallOptions",
  "Chunks",
  "Client",
  "Connection",
  "EvidenceMark",
  "Operation",
  "OperationFacts",
  "OperationId",
  "Pages",
  "SunsetInterface",
  "WebhookBodies",
]);

export function camelCase(text: string): string {
  const pascal = pascalCase(text);
  // An acronym at the start is converted to lower case as a whole: "SMTP tokens" becomes smtpTokens.
  return pascal.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase());
}

export function pascalCase(text: string): string {
  // Accents are removed from Latin letters only, because other scripts need their marks.
  const plain = text
    .normalize("NFKD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .normalize("NFC");
  const words = plain.split(/[^\p{ID_Continue}]+|_+/u).filter((word) => word !== "");
  const name = words.map((word) => (word[0] ?? "").toUpperCase() + word.slice(1)).join("");
  if (name === "") return "Unnamed";
  return /^\p{ID_Start}/u.test(name) ? name : `N${name}`;
}

/** Returns a name that shadows neither a built-in nor a generated type. */
export function typeIdentifier(text: string): string {
  const name = pascalCase(text);
  return reservedNames.has(name) || ownTypes.has(name) ? `${name}Schema` : name;
}

export function memberIdentifier(text: string): string {
  const name = camelCase(text);
  return hazardousNames.test(name) ? `${name}_` : name;
}

export function localIdentifier(name: string): string {
  return reservedWords.has(name) ? `${name}_` : name;
}

/** Ignores letter case, because some file systems do. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  /** Returns a name that is unused with every suffix. */
  take(name: string, suffixes: readonly string[] = [""]): string {
    const variants = (candidate: string): string[] => suffixes.map((suffix) => `${candidate}${suffix}`.toLowerCase());
    let candidate = name;
    for (let number = 2; variants(candidate).some((variant) => this.#taken.has(variant)); number += 1) candidate = `${name}${number}`;
    for (const variant of variants(candidate)) this.#taken.add(variant);
    return candidate;
  }
}
