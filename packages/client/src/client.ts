import { type ClientOptions, type Connection, createConnection } from "./engine/index.ts";
import { bindClient, type Client, defaultBaseUrl } from "./generated/client.ts";

/** Every operation of the API, and the same client with other options. */
export interface CrmPlatformClient extends Client {
  /** What runs the operations; the functions of an area take it. */
  readonly connection: Connection;
  /**
   * A client that differs in some options. It shares the `rateLimit`, and without one the waiting after a 429, unless the
   * options name another `accessToken` or `baseUrl`.
   */
  withOptions(changes: ClientOptions): CrmPlatformClient;
}

/**
 * Makes a client with every operation of the API, by area: `client.meetings.batchRead(…)`.
 *
 * To bundle only what you call, use `createConnection` and the functions of an area instead:
 * `import { batchRead } from "@crm-platform/client/meetings"`.
 *
 * Without a `baseUrl` it talks to the mock at its default address.
 * @throws TypeError when `baseUrl` is no absolute URL
 */
export function createClient(options: ClientOptions = {}): CrmPlatformClient {
  return clientOf(createConnection({ ...options, baseUrl: options.baseUrl ?? defaultBaseUrl }));
}

function clientOf(connection: Connection): CrmPlatformClient {
  return {
    ...bindClient(connection),
    connection,
    withOptions: (changes) => clientOf(connection.withOptions(changes)),
  };
}
