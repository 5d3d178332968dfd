import type { OpenApiDocument } from "@crm-platform/mock";
import { lazyContract } from "../../src/contract/prism/lazyContract.ts";
import { type ExampleMock, type ExampleMockOptions, exampleMockOf } from "../../src/exampleMock.ts";

/** Serves constructs that the platform's document does not contain. */
export function serveDocument(document: OpenApiDocument, options: ExampleMockOptions = {}): ExampleMock {
  return exampleMockOf(
    document,
    lazyContract(() => document),
    options,
  );
}
