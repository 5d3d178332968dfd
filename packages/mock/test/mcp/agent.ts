import { type Mock, serveMock } from "@crm-platform/mock";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { fromSources, main } from "../server/command.ts";

// biome-ignore lint/suspicious/noExplicitAny: the tests check the results
type Result = any;

export interface Agent {
  readonly client: Client;
  /** Calls a tool and returns its result. */
  call(tool: string, input?: object): Promise<Result>;
  /** Calls a tool that fails, and returns the error. */
  fail(tool: string, input?: object): Promise<Result>;
}

type Transport = Parameters<Client["connect"]>[0];

/** @param mode `legacy` for the version of 2025, which has sessions, or `auto` for the newest version that the server supports */
async function agentOver(transport: Transport, mode: "legacy" | "auto"): Promise<Agent> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (isError: boolean, name: string, input: object) => {
    const result = await client.callTool({ name, arguments: { ...input } });
    const [{ text = "" } = {}] = result.content as { text?: string }[];
    if ((result.isError ?? false) !== isError) throw new Error(text);
    return text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text;
  };
  return { client, call: (name, input = {}) => call(false, name, input), fail: (name, input = {}) => call(true, name, input) };
}

export async function agentOverHttp(mock: Mock): Promise<Agent> {
  const server = await serveMock({ mock, port: 0 });
  onTestFinished(() => server.close());
  return agentOver(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)), "auto");
}

export async function agentInProcess(mock: Mock): Promise<Agent> {
  const fetch = (input: string | URL, init?: RequestInit) => mock.fetch(input, init);
  return agentOver(new StreamableHTTPClientTransport(new URL(`${mock.url}/mcp`), { fetch }), "legacy");
}

export async function agentOfCommand(...words: string[]): Promise<Agent> {
  return agentOver(
    new StdioClientTransport({ command: process.execPath, args: [...fromSources, main, "mcp", ...words], stderr: "inherit" }),
    "auto",
  );
}
