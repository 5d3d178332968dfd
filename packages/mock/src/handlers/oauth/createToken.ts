import { hash } from "node:crypto";
import type {
  AuthorizationCodeGrant,
  ClientCredentialsGrant,
  ClientCredentialsTokenResponse,
  RefreshTokenGrant,
  TokenResponse,
} from "@crm-platform/types";
import { OAuthRejection } from "../../contract/errors/rejection.ts";
import type { AccountContext } from "../../platform/context.ts";
import { hashOf } from "../../platform/ids.ts";
import { accessTokenLifetime } from "../../platform/lifetimes.ts";
import type { App, CodeChallenge } from "../../store/documents/documents.ts";
import { issueAccessToken, storeAccessToken } from "./grants.ts";

type Issued = TokenResponse | OAuthRejection;

export function createToken(request: AuthorizationCodeGrant | RefreshTokenGrant, app: App, context: AccountContext): Promise<Issued> {
  return request.grant_type === "refresh_token" ? refresh(request, app, context) : exchangeCode(request, app, context);
}

async function refresh(request: RefreshTokenGrant, app: App, context: AccountContext): Promise<Issued> {
  const grant = await context.store.documents.get("refreshToken", hashOf(request.refresh_token));
  if (grant?.clientId !== request.client_id) {
    return new OAuthRejection("invalid_grant", "BAD_REFRESH_TOKEN", "missing or invalid refresh token");
  }
  const scopes = scopesIn(request.scope) ?? grant.scopes;
  if (!scopes.every((scope) => grant.scopes.includes(scope))) return badScope();
  return issueAccessToken({ ...grant, scopes }, request.refresh_token, app, context);
}

/** Issues a token that represents the app itself (RFC 6749, section 4.4), so it has no grant and no user. */
export async function createClientToken(
  request: ClientCredentialsGrant,
  app: App,
  context: AccountContext,
): Promise<ClientCredentialsTokenResponse | OAuthRejection> {
  if (request.client_assertion !== undefined || request.client_assertion_type !== undefined) {
    return new OAuthRejection("invalid_request", "BAD_REQUEST", "client assertions are not supported; send only the client secret");
  }
  const scopes = scopesIn(request.scope) ?? app.scopes;
  // A user can grant an app other scopes, but no user approves this token.
  if (!scopes.every((scope) => app.scopes.includes(scope))) return badScope();
  const accessToken = await storeAccessToken({ clientId: request.client_id, scopes }, app, context);
  return {
    token_type: "bearer",
    access_token: accessToken,
    expires_in: accessTokenLifetime / 1000,
    scopes: [...scopes],
    token_use: "client_credentials",
  };
}

/** Treats an empty parameter as missing (RFC 6749, section 3.2). */
function scopesIn(scope: string | undefined): readonly string[] | undefined {
  const scopes = [...new Set((scope ?? "").split(" ").filter((word) => word !== ""))];
  return scopes.length === 0 ? undefined : scopes;
}

function badScope(): OAuthRejection {
  return new OAuthRejection("invalid_scope", "BAD_SCOPE", "missing or invalid scope");
}

async function exchangeCode(request: AuthorizationCodeGrant, app: App, context: AccountContext): Promise<Issued> {
  const { store, now, ids } = context;
  const key = hashOf(request.code);
  const code = await store.documents.get("authorizationCode", key);
  if (code?.clientId !== request.client_id) return unknownCode();
  if (code.usedFor !== undefined) {
    // An attacker may have used the code first, so its tokens are revoked (RFC 6749, section 4.1.2).
    await store.documents.deleteGrant(code.usedFor);
    return unknownCode();
  }
  if (now >= code.expiresAt) return new OAuthRejection("invalid_grant", "EXPIRED_AUTH_CODE", "expired auth code");
  if (code.redirectUri !== request.redirect_uri) {
    const message = "redirect URI differs from the one in the authorization request";
    return new OAuthRejection("invalid_grant", "MISMATCH_REDIRECT_URI_AUTH_CODE", message);
  }
  const verifierProblem = codeVerifierProblem(request.code_verifier, code.challenge);
  if (verifierProblem !== undefined) return new OAuthRejection("invalid_grant", "BAD_CODE_VERIFIER", verifierProblem);

  const grantId = await ids.uuid();
  const { clientId, scopes, userId } = code;
  const grant = { grantId, clientId, scopes, userId, issuedAt: now, number: await store.numbers() };
  const refreshToken = await ids.regional();
  await store.documents.put("authorizationCode", [{ key, document: { ...code, usedFor: grant.grantId } }]);
  await store.documents.put("refreshToken", [{ key: hashOf(refreshToken), document: grant }]);
  return issueAccessToken(grant, refreshToken, app, context);
}

function unknownCode(): OAuthRejection {
  return new OAuthRejection("invalid_grant", "BAD_AUTH_CODE", "missing or unknown auth code");
}

/** See RFC 7636, section 4.6. A verifier requires a challenge, which an attacker may have removed (RFC 9700, section 2.1.1). */
function codeVerifierProblem(verifier: string | undefined, challenge: CodeChallenge | undefined): string | undefined {
  if (!challenge) return verifier === undefined ? undefined : "unexpected code verifier: the install URL had no code challenge";
  if (verifier !== undefined && challengeOf(verifier, challenge.method) === challenge.value) return undefined;
  return "missing or invalid code verifier";
}

function challengeOf(verifier: string, method: CodeChallenge["method"]): string {
  return method === "S256" ? hash("sha256", verifier, "base64url") : verifier;
}
