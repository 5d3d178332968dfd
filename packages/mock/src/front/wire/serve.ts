import type { RunningServer, ServeOptions } from "./server.ts";

/**
 * Serves a mock over HTTP.
 * @throws TypeError when the host name is empty
 * @throws Error when the port is taken or may not be used; the message says what to do
 */
export async function serveMock(options: ServeOptions): Promise<RunningServer> {
  // The HTTP modules of Node take longer to load than the mock itself, which needs none of them in process.
  const { startServer } = await import("./server.ts");
  return startServer(options);
}
