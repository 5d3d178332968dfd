import { serveExamples } from "./answers/examples.ts";
import type { OpenApiDocument } from "./contract/openapi/document.ts";
import { readOperations } from "./contract/openapi/operations.ts";
import { referenceNodes } from "./contract/openapi/references.ts";
import { bodyLimits } from "./contract/request/bodySize.ts";
import { crmPlatform } from "./crmPlatform.ts";
import { fetchFrom } from "./front/body/readBody.ts";
import type { OnError } from "./front/failure.ts";
import { createFront } from "./front/front.ts";
import type { Wire } from "./front/wire/wire.ts";
import { ownProcess } from "./http/httpRequest.ts";
import type { OnServed } from "./http/serve.ts";

export interface ExampleMockOptions {
  /** A bundled OpenAPI 3.1 document to serve instead of the CRM Platform's. */
  readonly document?: OpenApiDocument;
  /** The largest request body in bytes, for every operation; by default 2 MiB of JSON or 64 KiB of a form. */
  readonly bodyLimit?: number;
  /** Called with every failure of the mock itself. */
  readonly onError?: OnError;
  /**
   * Called with every request and its response, except for pages, CORS preflights and data that is not HTTP. `onError` gets what
   * it throws.
   */
  readonly onServed?: OnServed;
}

export interface ExampleMock {
  /**
   * Answers a request. Takes what `fetch` takes, with an absolute URL of any host. A failure of the mock is a 500 and a call
   * of `onError`; it rejects only when that throws, or when no request can be made of the arguments.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** How `serveMock` asks it. */
  readonly take: (wire: Wire) => boolean;
  /** Loads the contract now rather than with the first request; takes about half a second. Rejects on a broken document. */
  ready(): Promise<void>;
}

/**
 * A mock without a memory: it checks every request against a document and answers from the document's examples.
 * @throws Error when a reference leads out of the document or nowhere, or when an operation has no operationId
 */
export function createExampleMock({
  document = crmPlatform,
  bodyLimit,
  onError = () => {},
  onServed = () => {},
}: ExampleMockOptions = {}): ExampleMock {
  // Also finds references that no request would follow, before there is a request.
  referenceNodes(document);
  const examples = serveExamples(document, () => crypto.randomUUID());
  const front = createFront({
    document,
    apis: [{ document, operations: readOperations(document), serve: examples.serve, limits: bodyLimits(bodyLimit) }],
    pages: {},
    source: "examples",
    onError,
    onServed,
    locate: async () => ({ now: Date.now(), accountId: undefined, mark: undefined }),
    correlationId: () => crypto.randomUUID(),
  });
  return { fetch: fetchFrom((request) => front.fetch(request, ownProcess)), take: front.take, ready: examples.ready };
}
