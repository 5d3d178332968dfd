import { serveStdio } from "./library.ts";
import type { AgentParts } from "./parts.ts";
import { createAgentServer } from "./server.ts";

/** Serves an agent over standard input and output, until `close` is called or standard input ends. */
export function serveAgent(parts: AgentParts): { close(): Promise<void> } {
  return serveStdio(createAgentServer(parts), { onerror: parts.onError });
}
