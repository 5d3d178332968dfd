import type { TokenResponse } from "@crm-platform/types";
import { type ConnectionOptions, createConnection, type Operation, ParseError } from "../engine/index.ts";
import { oauthCreateToken, oauthV1CreateToken } from "../generated/operations.ts";

export interface TokenConnectionOptions extends ConnectionOptions {
  /**
   * The version of the token endpoint. Both versions accept the same codes and refresh tokens; `v1` ends on 2027-02-16.
   * @default "2026-03"
   */
  readonly oauthVersion?: "2026-03" | "v1" | undefined;
}

/** A token response; only the access token is required by RFC 6749. */
export type Tokens = Pick<TokenResponse, "access_token"> & Partial<TokenResponse>;

export function tokenRequests(
  { oauthVersion = "2026-03", ...options }: TokenConnectionOptions,
  changes: Partial<Operation>,
): (grant: object) => Promise<Tokens> {
  if (!["2026-03", "v1"].includes(oauthVersion)) throw new TypeError('oauthVersion must be "2026-03" or "v1"');
  const connection = createConnection(options);
  const operation = { ...(oauthVersion === "v1" ? oauthV1CreateToken : oauthCreateToken), ...changes };
  return async (grant) => {
    const { data, status } = await connection.call<{ status: 200; data: Tokens }>(operation, [], grant).withResponse();
    if (typeof Object(data).access_token === "string") return data;
    throw new ParseError({ operation, attempts: 1, secrets: [] }, status, "no access_token");
  };
}
