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

const contract = lazyContract(crmPlatform);

/** Mocks and proxies of the platform share its contract. Contracts of other documents are not shared, because callers may change them. */
export function prismContractOf(document: OpenApiDocument | undefined): LazyContract {
  return document === undefined ? contract : lazyContract(() => document);
}
