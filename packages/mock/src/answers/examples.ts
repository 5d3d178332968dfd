import type { OpenApiDocument } from "../contract/openapi/document.ts";
import type { PrismContract } from "../contract/prism/prismContract.ts";
import { writePrefer } from "../http/prefer.ts";
import type { Serve } from "../http/visit.ts";
import { answerFromExamples } from "./answer.ts";

/** Serves from the examples of a document. Prism takes a third of a second to import, so it is loaded when first asked for. */
export interface ExampleServer {
  readonly serve: Serve;
  /** @throws Error on a broken document */
  ready(): Promise<void>;
}

/** @param newSeed feeds data made by the schema where the client names no seed */
export function serveExamples(document: OpenApiDocument, newSeed: () => string): ExampleServer {
  let loading: Promise<PrismContract> | undefined;
  return {
    serve: async (operation, visit, read) => {
      const request = await read();
      const answer = await answerFromExamples(await loaded(), operation, request, visit, newSeed);
      const applied = writePrefer(visit.preference ?? {});
      return {
        ...answer,
        headers: { ...answer.headers, "x-mock-source": "examples", ...(applied === "" ? {} : { "preference-applied": applied }) },
      };
    },
    ready: async () => {
      await loaded();
    },
  };

  function loaded(): Promise<PrismContract> {
    loading ??= import("../contract/prism/prismContract.ts").then(({ loadPrismContract }) => loadPrismContract(document));
    return loading;
  }
}
