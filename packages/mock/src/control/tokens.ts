import { invalidRequest, Refusal } from "../contract/refusal.ts";
import type { Token } from "../generated/control/schemas.ts";
import { timestampOf } from "../handlers/timestamps.ts";
import { timeOn } from "../platform/clock.ts";
import type { AccessToken, App, RefreshToken, StoredDocument } from "../store/documents.ts";
import type { AccountStore, Store } from "../store/store.ts";
import { profileOf } from "./accounts.ts";

/** The tokens that the apps of an account have, newest first; never a token itself. @throws Refusal when there is no such account */
export async function listTokens(store: Store, accountId: number, wall: number): Promise<Token[]> {
  const account = store.account(accountId);
  await profileOf(account);
  const now = timeOn((await account.clock()) ?? (await store.clock()), wall);
  const { documents } = account;
  const apps = new Map((await documents.list("app")).map(({ key, document }) => [key, document]));
  const tokens = [
    ...(await documents.list("accessToken")).map((token) => ({ kind: "accessToken" as const, ...token })),
    ...(await documents.list("refreshToken")).map((token) => ({ kind: "refreshToken" as const, ...token })),
  ];
  return tokens
    .sort((one, other) => other.document.issuedAt - one.document.issuedAt)
    .flatMap((token) => {
      const app = apps.get(token.document.clientId);
      return app ? [shown(token, app, now)] : [];
    });
}

/** Makes an end of one token, and of none beside it. @throws Refusal when there is no such account or token */
export async function deleteToken(store: Store, accountId: number, tokenId: string): Promise<void> {
  await store.transaction(accountId, async (account) => {
    await profileOf(account);
    const { documents } = account;
    const deleted = (await documents.delete("accessToken", tokenId)) || (await documents.delete("refreshToken", tokenId));
    if (!deleted) throw unknownToken();
  });
}

/**
 * Ends the lifetime of an access token now, by the clock of the account.
 * @throws Refusal for a refresh token, and when there is no such account or token
 */
export async function expireToken(store: Store, accountId: number, tokenId: string, wall: number): Promise<void> {
  const shared = await store.clock();
  await store.transaction(accountId, async (account) => {
    await profileOf(account);
    const token = await expiringToken(account, tokenId);
    const now = timeOn((await account.clock()) ?? shared, wall);
    if (token.expiresAt <= now) return;
    await account.documents.put("accessToken", [{ key: tokenId, document: { ...token, expiresAt: now } }]);
  });
}

async function expiringToken({ documents }: AccountStore, tokenId: string): Promise<AccessToken> {
  const token = await documents.get("accessToken", tokenId);
  if (token) return token;
  if (!(await documents.get("refreshToken", tokenId))) throw unknownToken();
  const message = "tokenId must be the id of an access token: a refresh token does not expire; delete it to revoke it";
  throw invalidRequest([{ in: "tokenId", code: "kind", message }]);
}

function unknownToken(): Refusal {
  return new Refusal("OBJECT_NOT_FOUND", "The account has no token with this id.");
}

type StoredToken = StoredDocument<"accessToken" | "refreshToken"> & { readonly kind: Token["kind"] };

function shown({ kind, key, document }: StoredToken, { appId, name }: App, now: number): Token {
  const { clientId, userId, scopes, issuedAt, expiresAt }: RefreshToken & { readonly expiresAt?: number } = document;
  return {
    tokenId: key,
    kind,
    clientId,
    appId,
    appName: name,
    userId,
    scopes: [...scopes],
    issuedAt: timestampOf(issuedAt),
    ...(expiresAt === undefined ? {} : { expiresAt: timestampOf(expiresAt) }),
    expired: expiresAt !== undefined && expiresAt <= now,
  };
}
