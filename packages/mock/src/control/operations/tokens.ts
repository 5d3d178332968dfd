import { invalidRequest, Rejection } from "../../contract/errors/rejection.ts";
import type { TokensListParams } from "../../generated/control/operations.ts";
import type { Token, TokenList, UserToken } from "../../generated/control/schemas.ts";
import { pagingOf } from "../../handlers/common/paging.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { timeOn } from "../../platform/clock.ts";
import { userTokenOf } from "../../platform/userToken.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { StoredToken, TokenPlace } from "../../store/documents/documentStore.ts";
import type { AccessToken, App, IssuedToken } from "../../store/documents/documents.ts";
import type { ControlContext } from "../context.ts";
import { changeAccount, existingAccount, unknownAccount } from "../existingAccount.ts";

export async function listTokens(context: ControlContext, accountId: number, { after, limit = 100 }: TokensListParams): Promise<TokenList> {
  const account = await existingAccount(context, accountId);
  const now = timeOn((await account.clock()) ?? (await context.store.clock()), context.wallClock());
  const tokens = await account.documents.newestTokens(after === undefined ? undefined : placeOf(after), limit + 1);
  const page = tokens.slice(0, limit);
  const apps = await appsOf(account, page);
  const results = page.flatMap((token) => {
    const app = apps.get(token.document.clientId);
    return app ? [shown(token, app, now)] : [];
  });
  const last = tokens.length > limit ? page.at(-1) : undefined;
  return { results, ...pagingOf(last && placeAfter(last)) };
}

async function appsOf({ documents }: AccountStore, tokens: readonly StoredToken[]): Promise<Map<string, App | undefined>> {
  const ids = [...new Set(tokens.map(({ document }) => document.clientId))];
  return new Map(await Promise.all(ids.map(async (id) => [id, await documents.get("app", id)] as const)));
}

// The position remains valid if the token is deleted.
function placeAfter({ collection, key, document: { number } }: StoredToken): string {
  return `${number}.${collection}.${key}`;
}

function placeOf(place: string): TokenPlace {
  const [number, collection, ...key] = place.split(".");
  return { number: Number(number), collection: collection as TokenPlace["collection"], key: key.join(".") };
}

export async function deleteToken(context: ControlContext, accountId: number, tokenId: string): Promise<void> {
  await changeAccount(context, accountId, async ({ account: { documents } }) => {
    const deleted = (await documents.delete("accessToken", tokenId)) || (await documents.delete("refreshToken", tokenId));
    if (!deleted) throw unknownToken();
  });
}

/** @throws Rejection for a refresh token, or when the account or the token does not exist */
export async function expireToken(context: ControlContext, accountId: number, tokenId: string): Promise<void> {
  await changeAccount(context, accountId, async ({ account, now }) => {
    const token = await expiringToken(account, tokenId);
    if (token.expiresAt <= now) return;
    await account.documents.put("accessToken", [{ key: tokenId, document: { ...token, expiresAt: now } }]);
  });
}

/** @throws Rejection when the account does not exist */
export async function createUserToken({ store }: ControlContext, accountId: number): Promise<UserToken> {
  const { generation } = await store.session(accountId, "");
  if (generation === undefined) throw unknownAccount();
  return { accessToken: userTokenOf(store.idSeed, accountId, generation) };
}

async function expiringToken({ documents }: AccountStore, tokenId: string): Promise<AccessToken> {
  const token = await documents.get("accessToken", tokenId);
  if (token) return token;
  if (!(await documents.get("refreshToken", tokenId))) throw unknownToken();
  const message = "tokenId must be the id of an access token. A refresh token does not expire; delete it to revoke it";
  throw invalidRequest([{ in: "tokenId", code: "kind", message }]);
}

function unknownToken(): Rejection {
  return new Rejection("OBJECT_NOT_FOUND", "The account has no token with this id.");
}

function shown({ collection, key, document }: StoredToken, { appId, name }: App, now: number): Token {
  const { clientId, userId, scopes, issuedAt, expiresAt }: Partial<AccessToken> & IssuedToken = document;
  return {
    tokenId: key,
    kind: collection,
    clientId,
    appId,
    appName: name,
    ...(userId === undefined ? {} : { userId }),
    scopes: [...scopes],
    issuedAt: timestampOf(issuedAt),
    ...(expiresAt === undefined ? {} : { expiresAt: timestampOf(expiresAt) }),
    expired: expiresAt !== undefined && expiresAt <= now,
  };
}
