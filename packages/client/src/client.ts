import { type ClientOptions, type Connection, createConnection, type Middleware } from "./engine/index.ts";
import { bindClient, type Client, defaultBaseUrl } from "./generated/client.ts";

/** A client with all operations of the API. */
export interface CrmPlatformClient extends Client {
  /** The client's connection. Pass it to the functions in an area. */
  readonly connection: Connection;
  /**
   * Returns a client with some options changed. It shares the rate limit with this client, including the delay after a 429, unless
   * `accessToken` or `baseUrl` changes.
   *
   * @throws TypeError if an option is invalid
   * @example
   * const impatient = client.withOptions({ timeoutMs: 1_000, maxRetries: 0 });
   */
  withOptions(changes: ClientOptions): CrmPlatformClient;
}

/**
 * Creates a client with all operations of the API, grouped by area. To bundle only the operations you call, use `createConnection` and the
 * functions in an area instead.
 *
 * @throws TypeError if `baseUrl` is not an absolute http or https URL, or has credentials, a query or a hash, or if another option is invalid
 * @example
 * const client = createClient({ baseUrl: "https://api.example.com", accessToken });
 * const { total } = await client.domainsV1.list();
 */
export function createClient(options: ClientOptions = {}): CrmPlatformClient {
  checkOptions(options);
  const { baseUrl = defaultBaseUrl, middleware = [] } = options;
  const explained = baseUrl === defaultBaseUrl ? [...middleware, explainRefusal] : middleware;
  return clientOf(createConnection({ ...options, baseUrl, middleware: explained }));
}

function clientOf(connection: Connection): CrmPlatformClient {
  return {
    ...bindClient(connection),
    connection,
    withOptions(changes) {
      checkOptions(changes);
      return clientOf(connection.withOptions(changes));
    },
  };
}

/** @throws TypeError for an option that the engine would report later, or as an error of the network */
function checkOptions(options: ClientOptions): void {
  if (Object(options) !== options) throw new TypeError("the options must be an object");
  const { fetch, middleware, logLevel = "warn" } = options;
  const layers = [fetch ?? [], middleware ?? []].flat();
  if (layers.some((layer) => typeof layer !== "function")) throw new TypeError("fetch and all middleware must be functions");
  if (!["debug", "info", "warn", "off"].includes(logLevel)) throw new TypeError('logLevel must be "debug", "info", "warn" or "off"');
}

/** Explains a refused connection to the default URL, at which nothing but a mock listens. */
const explainRefusal: Middleware = async (request, next) => {
  try {
    return await next(request);
  } catch (error) {
    const { code, message } = Object(Object(error).cause ?? error);
    if (!/refused/i.test(code) || !request.url.startsWith(defaultBaseUrl)) throw error;
    const help = "Start the mock with `npx --package @crm-platform/mock crm-platform-mock start`, or set the option baseUrl";
    throw Object.assign(new TypeError(`${message}. ${help}`, { cause: error }), { code });
  }
};
