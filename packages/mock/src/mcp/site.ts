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
      const url = new URL(request.url);
      try {
        rejectStranger({ remoteAddress, headers: Object.fromEntries(request.headers), url }, controlToken);
        if (url.pathname !== "/mcp")
          throw new Rejection("OBJECT_NOT_FOUND", `No page has the path ${url.pathname}. Agents connect to /mcp.`);
      } catch (error) {
        if (!(error instanceof Rejection)) throw error;
        const { category, message, headers } = error;
        return Response.json({ status: "error", category, message }, { status: statusOfCategory[category], headers });
      }
      return handler.fetch(request);
    },
  };
}
