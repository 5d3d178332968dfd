import type { CommandOf } from "./commands.ts";
import { type AccessModel, type AccountModel, accessTokens, forgetExpired, type GrantModel, issue, type Made, make } from "./state.ts";

const minute = 60_000;
// The last day of the token operations, from the section Versioning in the description.
const end = Date.parse("2027-02-16");
const sunset = { status: 410, category: "SUNSET_INTERFACE" };

export function authorize(account: AccountModel, { scopes, redirect }: CommandOf<"authorize">): unknown {
  const code = make(account);
  account.codes.push({ code, scopes, redirect, expiresAt: account.now + 10 * minute, grant: undefined });
  return { status: 302, redirect, code };
}

export function exchange(account: AccountModel, { redirect, secret, version }: CommandOf<"exchange">, chosen: Made | undefined): unknown {
  if (version === "v1" && account.now >= end) return sunset;
  if (!secret) return { status: 400, legacy: "BAD_CLIENT_SECRET" };
  const code = account.codes.find((one) => one.code.made === chosen?.made);
  if (code?.grant) endGrant(code.grant);
  if (!code || code.grant) return { status: 400, legacy: "BAD_AUTH_CODE" };
  if (account.now >= code.expiresAt) return { status: 400, legacy: "EXPIRED_AUTH_CODE" };
  if (code.redirect !== redirect) return { status: 400, legacy: "MISMATCH_REDIRECT_URI_AUTH_CODE" };
  code.grant = { refresh: make(account), scopes: code.scopes, isAlive: true, access: [] };
  account.grants.push(code.grant);
  const access = issue(account, code.grant);
  forgetExpired(account);
  return { status: 200, refresh: code.grant.refresh, access: access.token, scopes: code.scopes };
}

export function refresh(account: AccountModel, { version }: CommandOf<"refresh">, chosen: Made | undefined): unknown {
  if (version === "v1" && account.now >= end) return sunset;
  const grant = grantOf(account, chosen);
  if (!grant) return { status: 400, legacy: "BAD_REFRESH_TOKEN" };
  const access = issue(account, grant);
  forgetExpired(account);
  if (grant === account.grants[0]) account.caller = access;
  return { status: 200, refresh: grant.refresh, access: access.token };
}

export function deleteRefresh(account: AccountModel, chosen: Made | undefined): unknown {
  if (account.now >= end) return sunset;
  const grant = grantOf(account, chosen);
  if (!grant) return { status: 404, category: "OBJECT_NOT_FOUND" };
  grant.isAlive = false;
  return { status: 204 };
}

export function metadata(account: AccountModel, chosen: Made | undefined): unknown {
  if (account.now >= end) return sunset;
  const access = accessOf(account, chosen);
  if (!access || access.isOfApp || account.now >= access.expiresAt) return { status: 404, category: "OBJECT_NOT_FOUND" };
  const expiresIn = Math.floor((access.expiresAt - account.now) / 1000);
  return { status: 200, token: access.token, hubId: account.accountId, expiresIn };
}

/** Tokens of other accounts are inactive, like unknown tokens. */
export function introspect(account: AccountModel, chosen: Made | undefined): unknown {
  const grant = grantOf(account, chosen);
  if (grant) return { status: 200, active: true, use: "refresh_token", token: grant.refresh, hubId: account.accountId };
  const access = accessOf(account, chosen);
  if (!access || account.now >= access.expiresAt) return { status: 200, active: false };
  const expiresIn = Math.floor((access.expiresAt - account.now) / 1000);
  const common = { status: 200, active: true, token: access.token, expiresIn };
  return access.isOfApp ? { ...common, use: "client_credentials" } : { ...common, use: "access_token", hubId: account.accountId };
}

export function revoke(account: AccountModel, chosen: Made | undefined): unknown {
  const grant = grantOf(account, chosen);
  const access = accessOf(account, chosen);
  if (grant) endGrant(grant);
  if (access) access.isAlive = false;
  return { status: 200 };
}

export function clientToken(account: AccountModel): unknown {
  const access = issue(account, { scopes: ["content"], access: account.appTokens }, true);
  forgetExpired(account);
  return { status: 200, access: access.token };
}

function endGrant(grant: GrantModel): void {
  grant.isAlive = false;
  for (const access of grant.access) access.isAlive = false;
}

/** The operation requires the scope `content`. */
export function use(account: AccountModel, chosen: Made | undefined): unknown {
  const access = accessOf(account, chosen);
  if (!access) return { status: 401, category: "INVALID_AUTHENTICATION" };
  if (account.now >= access.expiresAt) return { status: 401, category: "EXPIRED_AUTHENTICATION" };
  if (access.isOfApp) return { status: 403, category: "FORBIDDEN" };
  return access.scopes.includes("content") ? { status: 200 } : { status: 403, category: "MISSING_SCOPES" };
}

function grantOf({ grants }: AccountModel, chosen: Made | undefined): GrantModel | undefined {
  return grants.find((grant) => grant.isAlive && grant.refresh.made === chosen?.made);
}

function accessOf(account: AccountModel, chosen: Made | undefined): AccessModel | undefined {
  return accessTokens(account).find((access) => access.isAlive && access.token.made === chosen?.made);
}
