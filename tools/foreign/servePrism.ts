import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import type { Document } from "../openapi/document.ts";

export interface ServedPrism extends AsyncDisposable {
  readonly url: string;
}

/** Does not check credentials. */
export async function servePrism(document: Document): Promise<ServedPrism> {
  const server = createServer(await getHttpOperationsFromSpec(structuredClone(document)), {
    components: { logger: createLogger("prism", { level: "silent" }) },
    cors: false,
    config: {
      isProxy: false,
      mock: { dynamic: false },
      validateRequest: true,
      validateResponse: false,
      checkSecurity: false,
      errors: false,
      upstreamProxy: undefined,
    },
  });
  return { url: await server.listen(0, "127.0.0.1"), [Symbol.asyncDispose]: () => server.close() };
}

/** Matches errors that occur when Prism has validated the request but cannot create a response. */
const aboutResponses = /#(NO_RESPONSE_DEFINED|NO_COMPLEX_OBJECT_TEXT|UNKNOWN)$/;

/** Returns the reason if Prism rejected the request; `undefined` for any other response. */
export async function rejectionIn(response: Response): Promise<string | undefined> {
  if (!response.headers.get("content-type")?.startsWith("application/problem+json")) return undefined;
  const {
    type = "",
    title,
    validation = [],
  } = (await response.clone().json()) as {
    type?: string;
    title?: string;
    validation?: readonly { location: readonly string[]; message: string }[];
  };
  if (!type.startsWith("https://stoplight.io/prism/errors") || aboutResponses.test(type)) return undefined;
  return [title, ...validation.map(({ message }) => message)].join("; ");
}
