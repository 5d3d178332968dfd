import type { Origin } from "../http/httpRequest.ts";
import type { Site, Sites } from "../http/serve.ts";
import type { AgentParts } from "../mcp/calls.ts";
import type { Parts } from "./parts.ts";

/** Each site is loaded on its first request, so that tests without pages do not load any. */
export function createSites(parts: Parts & AgentParts): Sites {
  return {
    "/assets": lazily(async () => (await import("./assets.ts")).createAssets(parts)),
    "/oauth/callback": lazily(async () => (await import("./oauth/callback.tsx")).createCallback(parts)),
    "/docs": lazily(async () => (await import("./reference.tsx")).createReference(parts)),
    "/mcp": lazily(async () => (await import("../mcp/server.ts")).createAgentSite(parts, parts.controlToken)),
    "/console": lazily(async () => (await import("./console/site.tsx")).createConsole(parts)),
  };
}

function lazily(load: () => Promise<{ fetch(request: Request, origin: Origin): Response | Promise<Response> }>): Site {
  let loading: ReturnType<typeof load> | undefined;
  return async (request, origin) => {
    loading ??= load();
    return (await loading).fetch(request, origin);
  };
}
