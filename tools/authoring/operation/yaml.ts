import {
  type Document,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Document as NewDocument,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Design } from "./design.ts";

const longestLine = 110;
const options = { lineWidth: 0, flowCollectionPadding: false, blockQuote: "literal" } as const;

/** A value as the files of the spec are written: short lists in one line, long texts in lines. */
export function yamlOf(value: object): string {
  const document = new NewDocument(value);
  visit(document, {
    Seq: (_, node) => {
      if (node.items.every(isScalar) && node.items.length > 0) node.flow = true;
    },
    Scalar: (key, node, path) => {
      const parent = path.at(-1);
      // What people read is broken into lines; the data of an example stays as it is.
      const isProse =
        key === "value" && isPair(parent) && ["description", "note", "text"].includes(String((parent.key as { value?: unknown }).value));
      if (isProse && typeof node.value === "string" && node.value.length > longestLine) node.value = inLines(node.value);
    },
  });
  return document.toString(options);
}

function inLines(text: string): string {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length >= longestLine) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}

/** The index with the path of a new operation behind those of its area, and with its area; every other line stays as it is. */
export function indexWith(text: string, { area, name, path, newArea }: Design): string {
  const document = parseDocument(text);
  const reference = document.createPair(path, { $ref: `./${area}/${name}.yaml` });
  const { items } = mapAt(document, "paths");
  const last = items.findLastIndex(({ value }) => isMap(value) && String(value.get("$ref")).startsWith(`./${area}/`));
  items.splice(last === -1 ? items.length : last + 1, 0, reference as Pair);
  if (newArea !== undefined) {
    const tags = document.get("tags");
    if (!isSeq(tags)) throw new Error("The index has no list of tags.");
    (tags as YAMLSeq).add(document.createNode({ name: area, "x-displayName": newArea.title, description: newArea.description }));
  }
  return document.toString(options);
}

function mapAt(document: Document.Parsed, key: string): YAMLMap {
  const value = document.get(key);
  if (!isMap(value)) throw new Error(`The index has no ${key}.`);
  return value;
}
