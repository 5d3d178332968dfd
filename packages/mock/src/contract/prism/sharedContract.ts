import type { OpenApiDocument } from "../openapi/document.ts";
import type { PrismContract } from "./prismContract.ts";

const contracts = new WeakMap<OpenApiDocument, Promise<PrismContract>>();

/** Loads Prism on first use, because importing it takes a third of a second. All mocks and proxies of a document share its contract. */
export function sharedContract(document: OpenApiDocument): Promise<PrismContract> {
  const contract = contracts.get(document) ?? loadContract(document);
  contracts.set(document, contract);
  return contract;
}

async function loadContract(document: OpenApiDocument): Promise<PrismContract> {
  const { loadPrismContract } = await import("./prismContract.ts");
  return loadPrismContract(document);
}
