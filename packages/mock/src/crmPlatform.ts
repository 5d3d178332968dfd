import { createRequire } from "node:module";
import type { OpenApiDocument } from "./contract/openapi/document.ts";
import { type Operation, readOperations } from "./contract/openapi/operations.ts";
import { type LazyContract, lazyContract } from "./contract/prism/lazyContract.ts";

const require = createRequire(import.meta.url);

/** Loads the document on first use, because loading it takes a sixth of the mock's startup time. */
export function crmPlatform(): OpenApiDocument {
  return require("@crm-platform/types/openapi.json");
}

let operations: readonly Operation[] | undefined;

/** Reads the operations once per process, because tests create many mocks. */
export function platformOperations(): readonly Operation[] {
  operations ??= readOperations(crmPlatform());
  return operations;
}

/** Example mocks and proxies share the contract, because loading it takes half a second. */
export const prismContract: LazyContract = lazyContract(crmPlatform);
