import type { RunningServer, ServeOptions } from "./server.ts";

/**
 * Serves a mock over HTTP.
 * @throws TypeError when the host name is empty
 * @throws Error when the port is in use or not permitted; the message states a solution
 * @example const server = await serveMock({ mock: await createMock(), port: 4010 });
 */
export async function serveMock(options: ServeOptions): Promise<RunningServer> {
  // Node's HTTP modules are not needed in process and take longer to load than the mock.
  const { startServer } = await import("./server.ts");
  return startServer(options);
}
