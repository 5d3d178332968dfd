import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { document, escaped } from "./document.ts";

/** Keywords in schemas that are not JSON Schema, and two parts of the document. */
const extensions = ["x-evidence", "x-known-values", "x-sensitive", "discriminator", "paths", "components"];

/** Plain Ajv, to judge both Prism and our code. It throws on schemas that it does not understand. */
const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);
ajv.addVocabulary(extensions);
ajv.addSchema({ $id: "document", paths: document["paths"], components: document["components"] });

/** @param pointer a JSON pointer into the document, starting with `#/` */
export function compiled(pointer: string): ValidateFunction {
  return ajv.compile({ $ref: `document#${pointer.slice(1).split("/").map(encodeURIComponent).join("/")}` });
}

export function expectValid(pointer: string | undefined, value: unknown): void {
  const validate = compiled(pointer ?? "no schema");
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
}

/** Finds all schemas: those of parameters, headers, media types and components. */
export function schemaPointers(): string[] {
  const pointers: string[] = [];
  collect(document["paths"], "#/paths", pointers);
  for (const [kind, parts] of Object.entries(document["components"] ?? {})) {
    if (kind === "schemas") pointers.push(...Object.keys(parts as object).map((name) => `#/components/schemas/${name}`));
    else collect(parts, `#/components/${kind}`, pointers);
  }
  return pointers;
}

function collect(node: unknown, pointer: string, pointers: string[]): void {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const next = `${pointer}/${escaped(key)}`;
    if (key === "schema") pointers.push(next);
    else if (key !== "examples" && key !== "example") collect(value, next, pointers);
  }
}
