import { bodyLimits } from "./contract/request/bodySize.ts";
import { crmPlatform, platformOperations, prismContract } from "./crmPlatform.ts";
import { serveExamples } from "./examples/examples.ts";
import { adaptVersions } from "./front/adaptVersions.ts";
import { fetchFrom } from "./front/body/readBody.ts";
import type { OnError } from "./front/failure.ts";
import { createFront } from "./front/front.ts";
import type { Wire } from "./front/wire/wire.ts";
import { ownProcess } from "./http/httpRequest.ts";
import { bodyLimitRule, callbackRule, checkOptions } from "./http/options.ts";
import type { OnServed } from "./http/serve.ts";

export interface ExampleMockOptions {
  /**
   * Maximum size of a request body in bytes, for every operation.
   * @default 2 MiB for JSON, 64 KiB for a form
   */
  readonly bodyLimit?: number;
  /** Called with every internal error of the mock. */
  readonly onError?: OnError;
  /**
   * Called with each request and its response, but not for pages, CORS preflights or data that is not HTTP. Errors thrown by this function
   * are passed to `onError`.
   */
  readonly onServed?: OnServed;
}

export interface ExampleMock {
  /**
   * Handles a request. Accepts the arguments of `fetch`, with an absolute URL on any host. An internal error is returned as a 500 and
   * passed to `onError`. Rejects only if `onError` throws or if the arguments are invalid.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Used by `serveMock`. */
  readonly take: (wire: Wire) => boolean;
  /** Loads the contract before the first request needs it. Loading takes about half a second. */
  ready(): Promise<void>;
}

/**
 * Creates a stateless mock that validates every request against the platform's document and responds with the document's examples.
 * @throws TypeError when an option is unknown or invalid
 */
export function createExampleMock(options: ExampleMockOptions = {}): ExampleMock {
  checkOptions("createExampleMock", options, { bodyLimit: bodyLimitRule, onError: callbackRule, onServed: callbackRule });
  const { bodyLimit, onError = () => {}, onServed = () => {} } = options;
  const document = crmPlatform();
  const serve = adaptVersions(
    serveExamples(prismContract, () => crypto.randomUUID()),
    false,
  );
  const front = createFront({
    document,
    apis: [{ document, operations: platformOperations(), serve, limits: bodyLimits(bodyLimit) }],
    pages: {},
    source: "examples",
    onError,
    onServed,
    locate: async () => ({ now: Date.now(), accountId: undefined, generation: undefined, isUser: false }),
    correlationId: () => crypto.randomUUID(),
  });
  return {
    fetch: fetchFrom((request) => front.fetch(request, ownProcess)),
    take: front.take,
    ready: async () => {
      await prismContract();
    },
  };
}
