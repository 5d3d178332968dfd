import { Rejection, statusOfCategory } from "../contract/errors/rejection.ts";
import { rejectStranger } from "../control/api/access.ts";
import type { Origin } from "../http/httpRequest.ts";
import { createMcpHandler } from "./library.ts";
import type { AgentParts } from "./parts.ts";
import { createAgentServer } from "./server.ts";

interface SiteParts extends AgentParts {
  readonly controlToken: string | undefined;
}

/** Serves agents over HTTP, under the access rules of the control API. */
export function createAgentSite({ controlToken, ...parts }: SiteParts): { fetch(request: Request, origin: Origin): Promise<Response> } {
  // The lists of tools and pages do not change, so nothing is sent to subscribers.
  const handler = createMcpHandler(createAgentServer(parts), { onerror: () => {}, maxSubscriptions: 0 });
  return {
    async fetch(request, { remoteAddress }) {
      try {
        rejectStranger({ remoteAddress, headers: Object.fromEntries(request.headers), url: new URL(request.url) }, controlToken);
      } catch (error) {
        if (!(error instanceof Rejection)) throw error;
        const { category, message, headers } = error;
        return Response.json({ status: "error", category, message }, { status: statusOfCategory[category], headers });
      }
      return handler.fetch(request);
    },
  };
}
