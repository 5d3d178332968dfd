import type { Answer } from "./answer.ts";
import { type Call, lazyCall, type Result } from "./call.ts";
import { createLog, deprecationTeller } from "./log.ts";
import type { Operation, PathValue } from "./operation.ts";
import type { CallOptions, ClientOptions, ConnectionOptions } from "./options.ts";
import { pausesOnly } from "./rateLimit.ts";
import { type Common, runCall } from "./run.ts";

/** What runs operations. The functions of an area take it as their first argument. */
export interface Connection {
  /**
   * @throws CallError, a TypeError when an argument cannot be sent, and whatever the access token source throws
   */
  call<Success extends Result>(operation: Operation, ids: readonly PathValue[], parameters: unknown, options?: CallOptions): Call<Success>;
  /**
   * The same connection with other options. It shares the `rateLimit`, and without one the waiting after a 429, unless the
   * options name another `accessToken` or `baseUrl`.
   */
  withOptions(changes: ClientOptions): Connection;
}

/**
 * Makes a connection. Nothing is sent, and nothing is loaded, before the first call.
 * @throws TypeError when `baseUrl` is no absolute URL
 */
export function createConnection(options: ConnectionOptions): Connection {
  return connect(options);
}

function connect(options: ConnectionOptions, shared?: Common): Connection {
  const { baseUrl, logger, logLevel } = options;
  // Told here, because what fetch says of a bad address holds the whole path, and tokens travel in paths.
  if (!URL.canParse(baseUrl)) {
    throw new TypeError(`baseUrl is expected to be an absolute URL such as https://api.example.com, not "${baseUrl}".`);
  }
  const log = createLog(logger, logLevel);
  const common: Common = {
    options,
    rateLimit: options.rateLimit ?? shared?.rateLimit ?? pausesOnly(),
    log,
    tellEnd: shared?.tellEnd ?? deprecationTeller(log),
  };
  return {
    call<Success extends Result>(
      operation: Operation,
      ids: readonly PathValue[],
      parameters: unknown,
      call: CallOptions = {},
    ): Call<Success> {
      // The document says what a success of this operation looks like; the engine takes its word.
      return lazyCall(async () => runCall(common, operation, ids, parameters, call) as Promise<Success & Answer>);
    },
    withOptions(changes) {
      const isElsewhere = "accessToken" in changes || "baseUrl" in changes;
      return connect({ ...options, ...changes, baseUrl: changes.baseUrl ?? baseUrl }, isElsewhere ? undefined : common);
    },
  };
}
