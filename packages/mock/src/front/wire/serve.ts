import { checkOptions, hostnameRule, mockRule, type OptionRule, portRule } from "../../http/options.ts";
import type { RunningServer, ServeOptions } from "./server.ts";

/**
 * Serves a mock over HTTP.
 * @throws TypeError when an option is missing, unknown or invalid
 * @throws Error when the port is in use or not permitted; the message states a solution
 * @example const server = await serveMock({ mock: await createMock(), port: 4010 });
 */
export async function serveMock(options: ServeOptions): Promise<RunningServer> {
  checkOptions("serveMock", options, {
    mock: mockRule("fetch"),
    port: portRule,
    hostname: hostnameRule,
    requestTimeoutMs: milliseconds,
    drainMs: milliseconds,
  });
  // Node's HTTP modules are not needed in process and take longer to load than the mock.
  const { startServer } = await import("./server.ts");
  return startServer(options);
}

const milliseconds: OptionRule = {
  requirement: "must be a number of milliseconds, at least 0",
  fits: (value) => Number.isFinite(value) && Number(value) >= 0,
};
