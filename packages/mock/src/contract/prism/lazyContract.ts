import type { OpenApiDocument } from "../openapi/document.ts";
import type { PrismContract } from "./prismContract.ts";

export type LazyContract = () => Promise<PrismContract>;

/** Loads Prism on the first call, because importing it takes a third of a second. */
export function lazyContract(document: () => OpenApiDocument): LazyContract {
  let contract: Promise<PrismContract> | undefined;
  return () => {
    contract ??= import("./prismContract.ts").then(({ loadPrismContract }) => loadPrismContract(document()));
    return contract;
  };
}
