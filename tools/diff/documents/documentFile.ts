import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { SentenceError } from "../../commandLine.ts";
import type { Document } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import { complete } from "../../pipeline/bundle/complete.ts";
import { readYaml } from "../../pipeline/lint/yaml.ts";
import { ProblemsError } from "../../problems.ts";

/**
 * Reads a document that is one file.
 * @param folder what the path of the file is relative to
 * @throws SentenceError when the file cannot be read, or is no OpenAPI 3.1 document
 */
export async function readDocument(file: string, folder = "."): Promise<Document> {
  const text = await readFile(resolve(folder, file), "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new SentenceError(`${file} cannot be read (${error.code}).`);
  });
  const refusal = (why: string): SentenceError => new SentenceError(`${file} is no OpenAPI document in one file: ${why}`);
  const { document, problem } = readYaml(file, text);
  if (problem !== undefined) throw refusal(`line ${problem.place?.line} is not YAML.`);
  const value: unknown = document.toJS();
  const why = whatIsOdd(value);
  if (why !== undefined) throw refusal(why);
  try {
    return complete(value as Document);
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    throw refusal(error.problems.map(({ message }) => message).join(" "));
  }
}

/** What keeps a value from being a document at all; of its parts only what holds others. */
function whatIsOdd(value: unknown): string | undefined {
  if (value === null || value === undefined) return "it is empty.";
  if (typeof value !== "object" || Array.isArray(value)) return "it is no object with the members `openapi` and `info`.";
  const { openapi, swagger, info } = value as { openapi?: unknown; swagger?: unknown; info?: { title?: unknown; version?: unknown } };
  if (openapi === undefined && swagger === undefined) return "it has no `openapi`.";
  const isNamed = typeof info?.title === "string" && typeof info.version === "string";
  return isNamed ? whatIsOddBelow(value) : "its `info` has no `title` or no `version`, or they are no texts.";
}

/** The parts that everything else stands in. */
function whatIsOddBelow({ paths, components }: { readonly paths?: unknown; readonly components?: unknown }): string | undefined {
  const odd = (name: string, part: unknown): string[] => (part === undefined || isObject(part) ? [] : [`\`${name}\``]);
  const below = (name: string, part: unknown): string[] =>
    isObject(part) ? Object.entries(part as object).flatMap(([key, one]) => odd(`${name}/${key}`, one)) : odd(name, part);
  const [first] = [...below("paths", paths), ...below("components", components)];
  return first === undefined ? undefined : `its ${first} is no object.`;
}
