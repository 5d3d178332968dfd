import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Rejection } from "../contract/errors/rejection.ts";
import { crmPlatform } from "../crmPlatform.ts";
import { ownPackage } from "../ownPackage.ts";
import { McpServer, ResourceTemplate } from "./library.ts";
import { listPages, pagesUri, readPage } from "./pages.ts";
import type { AgentParts } from "./parts.ts";
import { Secrets } from "./secrets.ts";
import { ToolError } from "./toolError.ts";
import { createTools } from "./tools.ts";

const instructions =
  "A mock of the CRM Platform with state, to try out API calls before they are made for real. Call open_account first, then find_operations and describe_operation. Save a snapshot before you change something. difference shows the changes, and undo takes them back. The resources contain the guides and the pages of all operations.";

/** Returns a function that creates a server. All servers share the accounts and their apps. */
export function createAgentServer(parts: AgentParts): () => McpServer {
  const secrets = new Secrets(crmPlatform());
  const tools = createTools(parts, secrets);
  const { version } = JSON.parse(readFileSync(join(ownPackage, "package.json"), "utf8")) as { readonly version: string };
  return () => {
    const server = new McpServer({ name: "crm-platform-mock", title: "CRM Platform mock", version }, { instructions });
    for (const [name, { description, input, isReadOnly, run }] of Object.entries(tools)) {
      const annotations = { readOnlyHint: isReadOnly, destructiveHint: name === "undo", openWorldHint: false };
      server.registerTool(name, { description, inputSchema: input, annotations }, async (values) => {
        const accountId = typeof values["account"] === "number" ? values["account"] : undefined;
        const { text, isError } = await resultOf(async () => {
          if (accountId !== undefined) await rejectUnknownAccount(accountId, parts);
          return run(values as never);
        }, parts);
        return { content: [{ type: "text", text: secrets.withoutValues(text) }], isError };
      });
    }
    const template = new ResourceTemplate(`${pagesUri}{+page}`, { list: async () => ({ resources: await listPages() }) });
    server.registerResource("docs", template, { mimeType: "text/markdown" }, async ({ href }) => {
      const text = await readPage(href);
      if (text === undefined) throw new ToolError(`No page has the URI ${href}. List the resources for all pages.`);
      return { contents: [{ uri: href, mimeType: "text/markdown", text }] };
    });
    return server;
  };
}

async function resultOf(
  run: () => Promise<unknown>,
  { onError }: AgentParts,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  try {
    return { text: JSON.stringify(await run()), isError: false };
  } catch (error) {
    if (error instanceof ToolError) return { text: JSON.stringify({ error: error.message }), isError: true };
    if (error instanceof Rejection) {
      const { category, message, problems } = error;
      return { text: JSON.stringify({ error: message, category, problems }), isError: true };
    }
    onError(error);
    return { text: JSON.stringify({ error: "The mock failed. Its log contains the error." }), isError: true };
  }
}

async function rejectUnknownAccount(accountId: number, { control }: AgentParts): Promise<void> {
  const { results } = await control.accounts.list({ after: Math.max(accountId - 1, 0), limit: 1 });
  if (results[0]?.accountId === accountId) return;
  const others = (await control.accounts.list({ limit: 5 })).results.map((one) => one.accountId);
  const existing = others.length > 0 ? ` Accounts on this mock: ${others.join(", ")}.` : "";
  throw new ToolError(`No account has the handle ${accountId}. Call open_account, and use the handle that it returns.${existing}`);
}
