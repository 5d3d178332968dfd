import type { TokenResponse } from "@crm-platform/types";
import { type ConnectionOptions, createConnection, type Operation, ParseError } from "../engine/index.ts";
import { oauthCreateToken } from "../generated/operations.ts";

/** What the token endpoint gave. Of what RFC 6749 lets a service leave out, nothing is sure. */
export type Tokens = Pick<TokenResponse, "access_token"> & Partial<TokenResponse>;

/**
 * Makes what asks the token endpoint. That its operation is deprecated is nothing that a user of this could change, so it is
 * told only to a logger that was given.
 */
export function tokenRequests(options: ConnectionOptions, changes: Partial<Operation>): (grant: object) => Promise<Tokens> {
  const connection = createConnection({ ...options, logLevel: options.logLevel ?? (options.logger ? "warn" : "off") });
  const operation = { ...oauthCreateToken, ...changes };
  return async (grant) => {
    const { data, status } = await connection.call<{ status: 200; data: Tokens }>(operation, [], grant).withResponse();
    if (typeof Object(data).access_token === "string") return data;
    throw new ParseError({ operation, attempts: 1, secrets: [] }, status, "no access_token", { status });
  };
}
