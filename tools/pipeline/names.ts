/** Spec text is untrusted: generated code contains a name only if it consists of letters and digits. Other names are an error. */
import { ProblemsError } from "../problems.ts";

/** Words that cannot name a function. They can name a property or, in the form `export { x as delete }`, an export. */
const reservedWords = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends false finally for function " +
    "if implements import in instanceof interface let new null package private protected public return static super switch this " +
    "throw true try typeof var void while with yield arguments eval"
  ).split(" "),
);

/** Properties of every JavaScript object or promise, and names that Windows reserves. */
const hazardousNames = /^(constructor|prototype|then|toString|valueOf|hasOwnProperty|con|prn|aux|nul|(com|lpt)\d)$/i;

export function capitalize(name: string): string {
  return name.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

export function localIdentifier(name: string): string {
  return reservedWords.has(name) ? `${name}_` : name;
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]*_?$/.test(name) && !hazardousNames.test(name);
}

/** @throws ProblemsError if the name cannot be an identifier */
export function requireIdentifier(name: string, pointer: string): void {
  if (isIdentifier(name)) return;
  throw problem(pointer, `The name ${JSON.stringify(name)} cannot be used in code. Expected: letters and digits, such as batchRead.`);
}

/** Names that are unique, regardless of letter case, because some file systems ignore it. */
export class Names {
  readonly #usedNames: Set<string>;

  /** @param existingNames names that are already in use */
  constructor(existingNames: readonly string[] = []) {
    this.#usedNames = new Set(existingNames.map((name) => name.toLowerCase()));
  }

  /**
   * @param pointer the place in the document that determines the name
   * @throws ProblemsError if the name, with one of the suffixes, is already in use or cannot be an identifier
   */
  take(name: string, pointer: string, suffixes: readonly string[] = [""]): string {
    requireIdentifier(name, pointer);
    for (const suffix of suffixes) {
      const variant = `${name}${suffix}`;
      if (this.#usedNames.has(variant.toLowerCase()))
        throw problem(
          pointer,
          `The name ${variant} is already used in the generated code. Expected: a name that differs in more than case.`,
        );
      this.#usedNames.add(variant.toLowerCase());
    }
    return name;
  }
}

function problem(pointer: string, message: string): ProblemsError {
  return new ProblemsError("names", [{ file: "the bundle", pointer, message }]);
}
