import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { Rejection, statusOfCategory } from "../contract/errors/rejection.ts";
import { rejectStranger } from "../control/api/access.ts";
import type { Origin } from "../http/httpRequest.ts";
import { ownPackage } from "../ownPackage.ts";
import { type AgentParts, Calls } from "./calls.ts";
import { createMcpHandler, McpServer, ResourceTemplate, serveStdio } from "./library.ts";
import { addTools } from "./tools.ts";

const instructions =
  "A mock of the CRM Platform with state, to try out API calls before they are made for real. Call open_account first, then find_operations and describe_operation. Save a snapshot before you change something. difference shows the changes, and undo takes them back. The resources contain the guides and the pages of all operations.";

/** Serves an agent over standard input and output, until `close` is called or standard input ends. */
export function serveAgent(parts: AgentParts): { close(): Promise<void> } {
  return serveStdio(serverFactory(parts), { onerror: parts.onError });
}

/** Serves agents over HTTP, under the access rules of the control API. */
export function createAgentSite(
  parts: AgentParts,
  controlToken: string | undefined,
): { fetch(request: Request, origin: Origin): Promise<Response> } {
  // The lists of tools and pages do not change, so nothing is sent to subscribers.
  const handler = createMcpHandler(serverFactory(parts), { onerror: () => {}, maxSubscriptions: 0 });
  return {
    async fetch(request, { remoteAddress }) {
      const url = new URL(request.url);
      try {
        rejectStranger({ remoteAddress, headers: Object.fromEntries(request.headers), url }, controlToken);
        if (url.pathname !== "/mcp") throw new Rejection("OBJECT_NOT_FOUND", "Agents connect to the path /mcp. No page is below it.");
        return await handler.fetch(request);
      } catch (error) {
        if (!(error instanceof Rejection)) throw error;
        const { category, message, headers } = error;
        return Response.json({ status: "error", category, message }, { status: statusOfCategory[category], headers });
      }
    },
  };
}

/** Returns a function that creates a server. All servers share the accounts and their apps. */
function serverFactory(parts: AgentParts): () => McpServer {
  const calls = new Calls(parts);
  const { version } = createRequire(import.meta.url)(join(ownPackage, "package.json")) as { readonly version: string };
  return () => {
    const server = new McpServer({ name: "crm-platform-mock", title: "CRM Platform mock", version }, { instructions });
    addTools(server, parts, calls);
    addPages(server);
    return server;
  };
}

/** Adds the guides and the pages of the operations. The list is empty until `pnpm run docs` has built the reference. */
function addPages(server: McpServer): void {
  const folder = join(ownPackage, "reference");
  const [uri, mimeType] = ["crm-platform://docs/", "text/markdown"];
  const list = async () => {
    const files = await readdir(folder, { recursive: true }).catch(() => []);
    const names = files.filter((file) => file.endsWith(".md")).map((file) => file.split(sep).join("/"));
    return { resources: names.sort().map((name) => ({ uri: uri + name, name, mimeType })) };
  };
  server.registerResource("docs", new ResourceTemplate(`${uri}{+page}`, { list }), { mimeType }, async ({ href }) => {
    const page = (await list()).resources.find((one) => one.uri === href);
    if (!page) throw new Error(`No page has the URI ${href}. List the resources for all pages.`);
    return { contents: [{ uri: href, mimeType, text: await readFile(join(folder, page.name), "utf8") }] };
  });
}
