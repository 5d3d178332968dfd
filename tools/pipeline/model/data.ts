import type { Json } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import { escapePointer } from "../../openapi/pointer.ts";
import { type Problem, ProblemsError } from "../../problems.ts";
import { localIdentifier, memberIdentifier } from "../names.ts";
import type { DataFacts } from "./model.ts";

/** Constants that the types package exports beside those of `x-data`. */
const ownConstants = [
  "apiTitle",
  "apiVersion",
  "behaviours",
  "contentHash",
  "enums",
  "fidelity",
  "operationTable",
  "scopeLists",
  "scopes",
  "sunsetInterfaces",
];

/** Reads the root's `x-data`. @throws ProblemsError when an entry has no value, or a name that cannot be exported. */
export function readData(entries: Json | undefined): DataFacts[] {
  if (!isObject(entries)) return [];
  const problems: Problem[] = [];
  const taken = new Map<string, string>(ownConstants.map((name) => [name, "the generator"]));
  const data = Object.entries(entries).flatMap(([key, entry]) => {
    const place = { file: "the bundle", pointer: `#/x-data/${escapePointer(key)}` };
    const name = memberIdentifier(key);
    if (localIdentifier(name) !== name)
      problems.push({ ...place, message: `"${name}" is a word of the language and cannot name a constant.` });
    const owner = taken.get(name);
    if (owner !== undefined) problems.push({ ...place, message: `The constant "${name}" is taken by ${owner}. Choose another name.` });
    taken.set(name, `the entry "${key}"`);
    if (!isObject(entry) || entry["value"] === undefined) {
      problems.push({ ...place, message: `An entry is expected to be {description, value}. Found: ${JSON.stringify(entry)}` });
      return [];
    }
    const { description, value } = entry;
    return [{ name, description: typeof description === "string" ? description : "", value }];
  });
  if (problems.length > 0) throw new ProblemsError("model", problems);
  return data;
}
