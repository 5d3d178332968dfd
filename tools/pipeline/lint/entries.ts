import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Ajv, type ErrorObject } from "ajv";
import addFormats from "ajv-formats";
import type { Problem } from "../../problems.ts";
import { show } from "../../rules/message.ts";
import { withPlace } from "./place.ts";
import { readYaml } from "./yaml.ts";

interface FileSchema {
  /** What a valid file contains; problems end with it. */
  readonly description: string;
  readonly type: string;
}

const ajv = addFormats.default(new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strictTuples: false }), {
  formats: ["date"],
  keywords: true,
});

/** Reads a list that was written by hand, in YAML or JSON. A missing file is equivalent to an empty list. */
export async function readEntries<Entry>(
  file: string,
  schema: FileSchema,
  folder = ".",
): Promise<{ readonly entries: readonly Entry[]; readonly problems: readonly Problem[] }> {
  const text = await readFile(resolve(folder, file), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const { value = [], problems } = readValid<readonly Entry[]>(file, text, schema, folder);
  return { entries: value, problems };
}

/** Parses the text of a file that was written by hand, in YAML or JSON. The value is undefined if there are problems. */
export function readValid<Value>(
  file: string,
  text: string,
  schema: FileSchema,
  folder = ".",
): { readonly value?: Value; readonly problems: readonly Problem[] } {
  const { document, problem } = readYaml(file, text);
  if (problem !== undefined) return { problems: [problem] };
  const value: unknown = document.contents === null && schema.type === "array" ? [] : document.toJS();
  if (ajv.validate<Value>(schema, value)) return { value, problems: [] };
  const errors = (ajv.errors ?? []).filter(({ keyword }) => keyword !== "if");
  return { problems: errors.map((error) => problemAt(error.instancePath, describe(error, schema), file, folder)) };
}

/** @param pointer for example `/0/rule` */
export function problemAt(pointer: string, message: string, file: string, folder = "."): Problem {
  return { ...withPlace({ file, pointer: `#${pointer}`, message }, resolve(folder, file)), file };
}

function describe({ message, params, data }: ErrorObject, { description }: FileSchema): string {
  const details = [params["allowedValues"] ?? params["additionalProperty"] ?? []].flat().join(", ");
  return `This ${message}${details === "" ? "" : `: ${details}`}. Expected: ${description}. Found: ${show(data)}.`;
}
