import { type ConnectionOptions, createConnection } from "./engine/index.ts";
import { bindClient, type Client, defaultBaseUrl } from "./generated/client.ts";

/** How to reach the service. Without a `baseUrl` it is the mock at its default address. */
export type ClientOptions = Omit<ConnectionOptions, "baseUrl"> & { readonly baseUrl?: string | undefined };

/**
 * Makes a client with every operation of the API, by area: `client.meetings.batchRead(…)`.
 *
 * To bundle only what you call, use `createConnection` and the functions of an area instead:
 * `import { batchRead } from "@crm-platform/client/meetings"`.
 */
export function createClient(options: ClientOptions = {}): Client {
  return bindClient(createConnection({ ...options, baseUrl: options.baseUrl ?? defaultBaseUrl }));
}
