import { type Document, LineCounter, type Node, parseDocument, visit, type YAMLError } from "yaml";
import type { Problem } from "../../problems.ts";

/** A text that was read as YAML. */
export interface YamlText {
  readonly document: Document.Parsed;
  /** Where a character of the text stands, by its offset. */
  placeOf(offset: number): NonNullable<Problem["place"]>;
  /** What keeps the text from being YAML, the first of it; nothing where it is YAML. */
  readonly problem: Problem | undefined;
}

/** Reads the text of a file as YAML. What is wrong with it is told with the line where a person has to look. */
export function readYaml(file: string, text: string): YamlText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeOf: YamlText["placeOf"] = (offset) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const [error] = document.errors;
  const problem = error && {
    file,
    pointer: "#/",
    place: placeOf(startOf(error, document)),
    message: `The file is not YAML: ${error.message}`,
  };
  return { document, placeOf, problem };
}

/** What is opened and never closed is wrong where it begins; the parser notices it lines later, where something else comes. */
function startOf({ pos: [noticed] }: YAMLError, document: Document.Parsed): number {
  let start = noticed;
  const open = ({ range }: Node): void => {
    if (range?.[1] === noticed) start = range[0];
  };
  visit(document, {
    Collection: (_key, node) => (node.flow ? open(node) : undefined),
    Scalar: (_key, node) => (node.type?.startsWith("QUOTE") ? open(node) : undefined),
  });
  return start;
}
