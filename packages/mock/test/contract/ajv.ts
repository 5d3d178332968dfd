import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { document } from "../document.ts";

/** Keywords that Ajv must accept, including two parts of the document to which schemas may refer. */
const extensions = ["x-evidence", "x-known-values", "x-names", "x-sensitive", "discriminator", "paths", "components"];

/** Checks the results of both Prism and the mock independently. Throws on unknown schema keywords. */
const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);
ajv.addVocabulary(extensions);
ajv.addSchema({ $id: "document", paths: document["paths"], components: document["components"] });

/** @param pointer a JSON pointer into the document, starting with `#/` */
export function expectValid(pointer: string | undefined, value: unknown): void {
  const path = (pointer ?? "no schema").slice(1).split("/").map(encodeURIComponent).join("/");
  // Ajv compiles a referenced schema only once.
  const isValid = ajv.validate(`document#${path}`, value);
  expect(isValid, JSON.stringify(ajv.errors)).toBe(true);
}
