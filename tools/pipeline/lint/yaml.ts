import { type Document, LineCounter, type Node, parseDocument, visit, type YAMLError } from "yaml";
import type { Problem } from "../../problems.ts";

export interface YamlText {
  readonly document: Document.Parsed;
  placeOf(offset: number): NonNullable<Problem["place"]>;
  readonly problem: Problem | undefined;
}

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
    message: `Invalid YAML: ${error.message}`,
  };
  return { document, placeOf, problem };
}

/** Returns where an unclosed quote or bracket begins; the parser reports a position several lines later. */
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
