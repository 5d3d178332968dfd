import type { TokenResponse } from "@crm-platform/types";
import { type ConnectionOptions, createConnection, type Operation, ParseError } from "../engine/index.ts";
import { oauthV1CreateToken } from "../generated/operations.ts";

/** A token response; only the access token is required by RFC 6749. */
export type Tokens = Pick<TokenResponse, "access_token"> & Partial<TokenResponse>;

/**
 * Returns a function that calls the token endpoint. Its deprecation is logged only to an explicit logger, because users of these
 * helpers do not call it themselves.
 */
export function tokenRequests(options: ConnectionOptions, changes: Partial<Operation>): (grant: object) => Promise<Tokens> {
  const connection = createConnection({ ...options, logLevel: options.logLevel ?? (options.logger ? "warn" : "off") });
  const operation = { ...oauthV1CreateToken, ...changes };
  return async (grant) => {
    const { data, status } = await connection.call<{ status: 200; data: Tokens }>(operation, [], grant).withResponse();
    if (typeof Object(data).access_token === "string") return data;
    throw new ParseError({ operation, attempts: 1, secrets: [] }, status, "no access_token");
  };
}
