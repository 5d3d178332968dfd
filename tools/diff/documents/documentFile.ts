import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { SentenceError } from "../../commandLine.ts";
import type { Document } from "../../openapi/document.ts";
import { asObject, isObject } from "../../openapi/json.ts";
import { complete } from "../../pipeline/bundle/complete.ts";
import { readYaml } from "../../pipeline/lint/yaml.ts";
import { ProblemsError } from "../../problems.ts";

/**
 * Reads a document that is one file.
 * @param folder what the path of the file is relative to
 * @throws SentenceError when the file cannot be read, or is not an OpenAPI 3.1 document
 */
export async function readDocument(file: string, folder = "."): Promise<Document> {
  const text = await readFile(resolve(folder, file), "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new SentenceError(`${file} cannot be read (${error.code}).`);
  });
  const refusal = (why: string): SentenceError => new SentenceError(`${file} is not an OpenAPI document in one file: ${why}`);
  const { document, problem } = readYaml(file, text);
  if (problem !== undefined) throw refusal(`line ${problem.place?.line} is not YAML.`);
  const value: unknown = document.toJS();
  const why = whatIsWrong(value);
  if (why !== undefined) throw refusal(why);
  try {
    return complete(value as Document);
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    throw refusal(error.problems.map(({ message }) => message).join(" "));
  }
}

/** Why a value is not a document, as far as reading it would fail; `redocly lint` reports everything else. */
function whatIsWrong(value: unknown): string | undefined {
  if (!isObject(value)) return "it is not an object.";
  const { openapi, swagger, info, paths = {}, components = {} } = value;
  if (openapi === undefined && swagger === undefined) return "it has no `openapi`.";
  const { title, version } = asObject(info);
  if (typeof title !== "string" || typeof version !== "string") return "its `info` has no `title` or no `version`.";
  const parts = Object.entries({ paths, components, ...asObject(paths), ...asObject(components) });
  const [wrong] = parts.find(([, part]) => !isObject(part)) ?? [];
  return wrong === undefined ? undefined : `its \`${wrong}\` is not an object.`;
}
