import type { RunningServer, ServeOptions } from "./server.ts";

/**
 * Serves a mock over HTTP.
 * @throws TypeError when the host name is empty
 * @throws Error when the port is in use or not permitted; the message says what to do
 * @example const server = await serveMock({ mock: await createMock(), port: 4010 });
 */
export async function serveMock(options: ServeOptions): Promise<RunningServer> {
  // In process, the mock does not need Node's HTTP modules, which take longer to load than the mock itself.
  const { startServer } = await import("./server.ts");
  return startServer(options);
}
