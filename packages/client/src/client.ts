import { type ClientOptions, type Connection, createConnection } from "./engine/index.ts";
import { bindClient, type Client, defaultBaseUrl } from "./generated/client.ts";

/** A client with all operations of the API. */
export interface CrmPlatformClient extends Client {
  /** The client's connection. Pass it to the functions in an area. */
  readonly connection: Connection;
  /**
   * Returns a client with some options changed. It shares the rate limit with this client, including the delay after a 429, unless
   * `accessToken` or `baseUrl` changes.
   *
   * @throws TypeError if `baseUrl` is invalid
   * @example
   * const impatient = client.withOptions({ timeoutMs: 1_000, maxRetries: 0 });
   */
  withOptions(changes: ClientOptions): CrmPlatformClient;
}

/**
 * Creates a client with all operations of the API, grouped by area. To bundle only the operations you call, use `createConnection` and the
 * functions in an area instead.
 *
 * @throws TypeError if `baseUrl` is not an absolute http or https URL, or has credentials, a query or a hash
 * @example
 * const client = createClient({ baseUrl: "https://api.example.com", accessToken });
 * const { total } = await client.domainsV1.list();
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
