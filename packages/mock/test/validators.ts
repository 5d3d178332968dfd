import { compileSchemas } from "../../../tools/pipeline/emit/mock/validators/compiler.ts";
import type { Validators } from "../src/contract/compiled/validators.ts";
import type { OpenApiDocument } from "../src/contract/openapi/document.ts";

/** Compiles the validators in the same way as the generator. */
export function validatorsOf(document: OpenApiDocument): Validators {
  return { open: compileSchemas(document, false).validators, closed: compileSchemas(document, true).validators };
}
