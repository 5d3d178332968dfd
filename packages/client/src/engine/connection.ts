import type { Answer } from "./call/answer.ts";
import { type Call, lazyCall, type Result } from "./call/call.ts";
import { type Common, runCall } from "./call/run.ts";
import { createLog, deprecationTeller } from "./log.ts";
import type { Operation, PathValue } from "./operation.ts";
import type { CallOptions, ClientOptions, ConnectionOptions } from "./options.ts";
import { pausesOnly } from "./rateLimit.ts";

/** What runs operations. The functions of an area take it as their first argument. */
export interface Connection {
  /** How long a call without a `deadlineMs` of its own may take, in milliseconds; `Infinity` unless the options say otherwise. */
  readonly deadlineMs: number;
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
 * @throws TypeError when `baseUrl` is no absolute URL of http or https, or has more than a host, a port and a path
 */
export function createConnection(options: ConnectionOptions): Connection {
  return connect(options);
}

function connect(options: ConnectionOptions, shared?: Common): Connection {
  const baseUrl = addressOf(options.baseUrl);
  const log = createLog(options.logger, options.logLevel);
  const told = shared?.told ?? new Set();
  const common: Common = {
    options: { ...options, baseUrl },
    rateLimit: options.rateLimit ?? shared?.rateLimit ?? pausesOnly(),
    log,
    told,
    tellEnd: deprecationTeller(log, told),
  };
  return {
    deadlineMs: options.deadlineMs ?? Infinity,
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

/** The address as a path can be put after it. */
function addressOf(baseUrl: string): string {
  const { href } = URL.canParse(baseUrl) ? new URL(baseUrl) : { href: "" };
  if (/^https?:\/\/[^/@?#]+(\/[^?#]*)?$/.test(href)) return href.replace(/\/+$/, "");
  // Without the value: it may have a password.
  throw new TypeError("baseUrl has to be an address such as https://api.example.com, without credentials, query, hash.");
}
