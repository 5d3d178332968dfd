import { type Document, LineCounter, type Node, parseDocument, visit, type YAMLError } from "yaml";
import type { Problem } from "../../problems.ts";

export function readYaml(file: string, text: string): { readonly document: Document.Parsed; readonly problem: Problem | undefined } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error === undefined) return { document, problem: undefined };
  const { line, col } = lines.linePos(startOf(error, document));
  return { document, problem: { file, pointer: "#/", place: { line, column: col }, message: `Invalid YAML: ${error.message}` } };
}

/** Returns where an unclosed quote or bracket begins; the parser reports a position several lines later. */
function startOf({ pos: [position] }: YAMLError, document: Document.Parsed): number {
  let start = position;
  const open = ({ range }: Node): void => {
    if (range?.[1] === position) start = range[0];
  };
  visit(document, {
    Collection: (_key, node) => (node.flow ? open(node) : undefined),
    Scalar: (_key, node) => (node.type?.startsWith("QUOTE") ? open(node) : undefined),
  });
  return start;
}
