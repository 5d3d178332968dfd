import { type Call, lazyCall, type Result } from "./call/call.ts";
import type { Received } from "./call/response.ts";
import { type Common, runCall } from "./call/run.ts";
import { createLog } from "./log.ts";
import { checkNumbers } from "./numbers.ts";
import type { Operation, PathValue } from "./operation.ts";
import type { CallOptions, ClientOptions, ConnectionOptions } from "./options.ts";
import { pausesOnly } from "./rateLimit.ts";
import { realTime } from "./time.ts";

/** Runs operations. Passed as the first argument to each function in an area. */
export interface Connection {
  /** The base URL, without a slash at the end. */
  readonly baseUrl: string;
  /** The default `deadlineMs` of calls. */
  readonly deadlineMs: number;
  /**
   * Calls an operation.
   * @throws CallError, a TypeError for a missing or invalid argument, or the error from the access token source
   */
  call<Success extends Result>(operation: Operation, ids: readonly PathValue[], parameters: unknown, options?: CallOptions): Call<Success>;
  /**
   * Returns a connection with some options changed. It shares the rate limit unless `accessToken` or `baseUrl` changes.
   * @throws TypeError as `createConnection` does
   */
  withOptions(changes: ClientOptions): Connection;
}

/**
 * Creates a connection for the functions in an area, so that a bundle contains only the operations you call. Use `createClient` for a
 * client with all operations.
 *
 * @throws TypeError if `baseUrl` is not an absolute http or https URL, or has credentials, a query or a hash, or if a number is invalid
 * @example
 * import { createConnection } from "@crm-platform/client";
 * import { get } from "@crm-platform/client/domainsV1";
 *
 * const connection = createConnection({ baseUrl: "http://127.0.0.1:4010", accessToken });
 * const domain = await get(connection, "610001");
 */
export function createConnection(options: ConnectionOptions): Connection {
  return connect(Object(options));
}

function connect(options: ConnectionOptions, shared?: Common): Connection {
  checkNumbers(options);
  const baseUrl = addressOf(options.baseUrl);
  const { clock = realTime } = options;
  const common: Common = {
    options: { ...options, baseUrl },
    clock,
    rateLimit: options.rateLimit ?? shared?.rateLimit ?? pausesOnly(clock),
    log: createLog(options.logger, options.logLevel),
    warned: shared?.warned ?? new Set(),
  };
  return {
    baseUrl,
    deadlineMs: options.deadlineMs ?? Infinity,
    call<Success extends Result>(
      operation: Operation,
      ids: readonly PathValue[],
      parameters: unknown,
      call: CallOptions = {},
    ): Call<Success> {
      return lazyCall(async () => runCall(common, operation, ids, parameters, call) as Promise<Success & Received>);
    },
    withOptions(changes) {
      const isElsewhere = "accessToken" in changes || "baseUrl" in changes;
      return connect({ ...options, ...changes, baseUrl: changes.baseUrl ?? baseUrl }, isElsewhere ? undefined : common);
    },
  };
}

function addressOf(baseUrl: string): string {
  const { href } = URL.canParse(baseUrl) ? new URL(baseUrl) : { href: "" };
  if (/^https?:\/\/[^/@?#]+\/[^?#]*$/.test(href)) return href.replace(/\/+$/, "");
  // The value is omitted because it may contain a password.
  throw new TypeError("baseUrl must be an http or https URL without credentials, query or hash");
}
