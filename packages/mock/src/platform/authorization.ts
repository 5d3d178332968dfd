import { Rejection } from "../contract/errors/rejection.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import type { AccessToken } from "../store/documents/documents.ts";
import { requireScopes } from "./scopes/requireScopes.ts";

/** @throws Rejection when the token has expired, represents an app instead of an installation, or has none of the operation's scopes */
export function rejectUnauthorized(operation: Operation, token: AccessToken, now: number): void {
  if (token.expiresAt <= now) {
    const message = `The access token expired ${ago(now - token.expiresAt)} ago. Use the refresh token to get a new access token.`;
    throw new Rejection("EXPIRED_AUTHENTICATION", message, {
      headers: { "www-authenticate": 'Bearer error="invalid_token"' },
      context: { "expire time": [new Date(token.expiresAt).toISOString()] },
    });
  }
  if (token.userId === undefined) {
    const message =
      "This operation requires an access token issued for an installation. A client-credentials token represents the app alone.";
    throw new Rejection("FORBIDDEN", message, { headers: { "www-authenticate": 'Bearer error="insufficient_scope"' } });
  }
  requireScopes(token, "one", operation.scopes);
}

function ago(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
