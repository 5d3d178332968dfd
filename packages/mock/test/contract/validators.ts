import { compileSchemas } from "../../../../tools/pipeline/emit/mock/validators/compiler.ts";
import type { Validators } from "../../src/contract/compiled/validators.ts";
import type { OpenApiDocument } from "../../src/contract/openapi/document.ts";
import { readOperations } from "../../src/contract/openapi/operations.ts";

export function validatorsOf(document: OpenApiDocument): Validators {
  const operations = readOperations(document);
  return {
    open: compileSchemas(document, operations, false).validators,
    closed: compileSchemas(document, operations, true).validators,
  };
}
