import { answerFromExamples } from "./answers/answer.ts";
import type { Contract } from "./contract/contract.ts";
import type { OpenApiDocument } from "./contract/document.ts";
import { readOperations } from "./contract/operations.ts";
import type { OnError } from "./front/failure.ts";
import { createFront } from "./front/front.ts";
import type { Pages } from "./front/pages.ts";
import { unread } from "./front/readBody.ts";
import { document as bundled } from "./generated/document.ts";

export interface MockOptions {
  /** A bundled OpenAPI 3.1 document to serve instead of the CRM Platform's. */
  readonly document?: OpenApiDocument;
  /** Pages to serve beside the API, by their path. `/` leads to `/docs` when there is one. */
  readonly pages?: Pages;
  /** The largest request body in bytes; by default 10 MiB. */
  readonly bodyLimit?: number;
  /** Told of every failure of the mock itself; by default nobody is. */
  readonly onError?: OnError;
}

export interface Mock {
  /**
   * Answers a request. Takes what `fetch` takes, with an absolute URL of any host. A failure of the mock is a 500 and a call
   * of `onError`; it rejects only when that throws, or when no request can be made of the arguments.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Loads the contract now rather than with the first request; takes about half a second. Rejects on a broken document. */
  ready(): Promise<void>;
}

/**
 * A mock that checks every request against the document and answers from its examples.
 * @throws Error when an operation of the document has no operationId
 */
export function createMock({ document = crmPlatform, pages = {}, bodyLimit = tenMebibytes, onError = () => {} }: MockOptions = {}): Mock {
  let contract: Promise<Contract> | undefined;
  const front = createFront({
    document,
    operations: readOperations(document),
    pages,
    bodyLimit,
    onError,
    answer: async (operation, request, preference) => answerFromExamples(await loaded(), operation, request, preference),
  });
  return {
    fetch: async (input, init) =>
      front.fetch(init === undefined && typeof input === "object" && "url" in input ? unread(input) : new Request(input, init)),
    ready: async () => {
      await loaded();
    },
  };

  // Prism takes a third of a second to import, which a process that never asks the mock should not pay.
  function loaded(): Promise<Contract> {
    contract ??= import("./contract/contract.ts").then(({ loadContract }) => loadContract(document));
    return contract;
  }
}

/** The document of the CRM Platform. */
export const crmPlatform: OpenApiDocument = bundled as unknown as OpenApiDocument;

const tenMebibytes = 10 * 1024 * 1024;
