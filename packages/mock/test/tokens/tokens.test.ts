import type { Token } from "@crm-platform/mock";
import { describe, expect, test } from "vitest";
import type { TestAccount } from "../behavior/platform.ts";
import { type Controlled, controlledMock } from "../control/controlling.ts";
import { databases, kindsOfDatabase } from "../store/stores.ts";

const frozen = { mode: "frozen", at: "2026-04-20T08:00:00Z" };
const domains = { path: "/cos-domains/v1/domains" };

async function saidOf({ call }: TestAccount): Promise<string> {
  const { status, body } = await call(domains);
  return `${status} ${body.category ?? ""}`;
}

async function tokensOf({ control }: Controlled, { accountId }: TestAccount): Promise<Token[]> {
  return (await control("GET", `/accounts/${accountId}/tokens`)).body.results;
}

async function idOf(platform: Controlled, account: TestAccount, kind: Token["kind"]): Promise<string> {
  return (await tokensOf(platform, account)).find((token) => token.kind === kind)?.tokenId ?? "none";
}

function refresh({ call }: Controlled, { refreshToken, app: { clientId, clientSecret } }: TestAccount) {
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: clientId, client_secret: clientSecret };
  return call({ path: "/oauth/v1/token", form });
}

describe.each(kindsOfDatabase)("an account's tokens, in %s", (kind) => {
  test("tokens are deleted 30 days after they expire by either clock, so that they do not accumulate in an account with a frozen clock", async () => {
    let wall = Date.parse("2026-05-01T00:00:00Z");
    const platform = await controlledMock({ database: await databases[kind](), wallClock: () => wall });
    const account = await platform.account({ clock: frozen, redirectUris: ["https://app.example/back"] });
    const refreshed = [];
    while (refreshed.length < 3) refreshed.push((await refresh(platform, account)).body.access_token);
    wall += 30 * 86_400_000 + 1_800_000;
    refreshed.push((await refresh(platform, account)).body.access_token);
    expect(await tokensOf(platform, account)).toHaveLength(6);
    wall += 1;
    await refresh(platform, account);
    // The refresh token, the initial access token, and the two newest access tokens remain.
    expect(await tokensOf(platform, account)).toHaveLength(4);
    const statuses = refreshed.map(async (token) => (await account.call({ ...domains, token })).status);
    expect(await Promise.all(statuses)).toEqual([401, 401, 401, 200]);
    expect(await saidOf(account)).toBe("200 ");
  });

  test("the list contains metadata of tokens, newest first, but not the tokens themselves", async () => {
    const platform = await controlledMock({ database: await databases[kind]() });
    const account = await platform.account({ clock: frozen, scopes: ["content"], app: { name: "Desk" }, userId: 7 });
    await account.advance(60_000);
    const { accessToken: second } = (await refresh(platform, account)).body;
    const tokens = await tokensOf(platform, account);
    const { appId, clientId } = account.app;
    const common = { appId, clientId, appName: "Desk", userId: 7, scopes: ["content"], expired: false, tokenId: expect.any(String) };
    expect(tokens).toEqual([
      { ...common, kind: "accessToken", issuedAt: "2026-04-20T08:01:00Z", expiresAt: "2026-04-20T08:31:00Z" },
      { ...common, kind: "accessToken", issuedAt: "2026-04-20T08:00:00Z", expiresAt: "2026-04-20T08:30:00Z" },
      { ...common, kind: "refreshToken", issuedAt: "2026-04-20T08:00:00Z" },
    ]);
    expect(new Set(tokens.map(({ tokenId }) => tokenId)).size).toBe(3);
    const text = JSON.stringify(tokens);
    expect([second, account.accessToken, account.refreshToken].filter((token) => text.includes(token))).toEqual([]);
    for (const { tokenId } of tokens) expect((await account.call({ ...domains, token: tokenId })).status).toBe(401);
  });

  test("tokens expire according to the account's clock, or on request", async () => {
    const platform = await controlledMock({ database: await databases[kind]() });
    const [account, other] = [await platform.account({ clock: frozen }), await platform.account()];
    await account.advance(1_000);
    const tokenId = await idOf(platform, account, "accessToken");
    const path = `/accounts/${account.accountId}/tokens/${tokenId}/expire`;
    expect((await platform.control("POST", path)).status).toBe(204);
    expect(await saidOf(account)).toBe("401 EXPIRED_AUTHENTICATION");
    expect(await saidOf(other)).toBe("200 ");
    await account.advance(5_000);
    await platform.control("POST", path);
    const [token] = (await tokensOf(platform, account)).filter(({ kind: one }) => one === "accessToken");
    expect(token).toMatchObject({ expired: true, expiresAt: "2026-04-20T08:00:01Z" });
    expect((await refresh(platform, account)).status).toBe(200);
    await other.freeze("2030-01-01T00:00:00Z");
    expect((await tokensOf(platform, other)).map(({ kind: one, expired }) => [one, expired])).toEqual([
      ["accessToken", true],
      ["refreshToken", false],
    ]);
  });

  test("the pages of the list neither omit nor repeat tokens, even if a token is deleted in between", async () => {
    const platform = await controlledMock({ database: await databases[kind]() });
    const account = await platform.account({ clock: frozen });
    for (let minute = 0; minute < 3; minute += 1) {
      await account.advance(60_000);
      await refresh(platform, account);
      await refresh(platform, account);
    }
    const path = `/accounts/${account.accountId}/tokens`;
    const all = await tokensOf(platform, account);
    expect(all).toHaveLength(8);
    for (const limit of [1, 3, 7, 8]) expect([limit, await pages(limit)]).toEqual([limit, all]);
    const { results, paging } = (await platform.control("GET", `${path}?limit=3`)).body;
    await platform.control("DELETE", `${path}/${results[2].tokenId}`);
    const rest = (await platform.control("GET", `${path}?after=${paging.next.after}`)).body;
    expect(rest).toEqual({ results: all.slice(3) });
    expect((await platform.control("GET", `${path}?after=0.refreshToken.x`)).body).toEqual({ results: [] });
    expect(await platform.rejection("GET", `${path}?limit=1001`)).toEqual({ status: 400, problems: ["limit: limit must be at most 1000"] });
    expect((await platform.rejection("GET", `${path}?after=12`)).status).toBe(400);

    async function pages(limit: number): Promise<Token[]> {
      const found: Token[] = [];
      for (let next: string | undefined = ""; next !== undefined; ) {
        const { body } = await platform.control("GET", `${path}?limit=${limit}${next === "" ? "" : `&after=${next}`}`);
        expect(body.results.length).toBeLessThanOrEqual(limit);
        found.push(...body.results);
        next = body.paging?.next.after;
      }
      return found;
    }
  });

  test("tokens are listed in the order in which they were issued, even if the clock is frozen or set back", async () => {
    const platform = await controlledMock({ database: await databases[kind]() });
    const account = await platform.account({ clock: frozen });
    const newest: unknown[] = [];
    for (const back of [false, false, false, true, false]) {
      if (back) await account.freeze("2020-01-01T00:00:00Z");
      const known = new Set((await tokensOf(platform, account)).map(({ tokenId }) => tokenId));
      await refresh(platform, account);
      newest.unshift((await tokensOf(platform, account)).find(({ tokenId }) => !known.has(tokenId))?.tokenId);
    }
    expect((await tokensOf(platform, account)).slice(0, 5).map(({ tokenId }) => tokenId)).toEqual(newest);
  });

  test("tokens can be deleted individually", async () => {
    const platform = await controlledMock({ database: await databases[kind]() });
    const account = await platform.account({ clock: frozen });
    const path = `/accounts/${account.accountId}/tokens`;
    const [access, refreshing] = [await idOf(platform, account, "accessToken"), await idOf(platform, account, "refreshToken")];
    expect((await platform.control("DELETE", `${path}/${refreshing}`)).status).toBe(204);
    expect((await refresh(platform, account)).body).toMatchObject({ status: "BAD_REFRESH_TOKEN" });
    expect(await saidOf(account)).toBe("200 ");
    expect((await platform.control("DELETE", `${path}/${access}`)).status).toBe(204);
    expect(await saidOf(account)).toBe("401 INVALID_AUTHENTICATION");
    expect(await tokensOf(platform, account)).toEqual([]);
    expect(await platform.rejection("DELETE", `${path}/${access}`)).toEqual({ status: 404, problems: [] });
  });
});

test("rejects an unknown token, a token of another account, and the expiry of a refresh token", async () => {
  const platform = await controlledMock();
  const [account, other] = [await platform.account(), await platform.account()];
  const path = `/accounts/${account.accountId}/tokens`;
  const foreign = await idOf(platform, other, "accessToken");
  for (const id of [foreign, "nothing", "a%20b", account.accessToken]) {
    expect(await platform.rejection("POST", `${path}/${id}/expire`)).toEqual({ status: 404, problems: [] });
    expect(await platform.rejection("DELETE", `${path}/${id}`)).toEqual({ status: 404, problems: [] });
  }
  expect(await saidOf(other)).toBe("200 ");
  const message = "tokenId must be the id of an access token. A refresh token does not expire; delete it to revoke it";
  expect(await platform.rejection("POST", `${path}/${await idOf(platform, account, "refreshToken")}/expire`)).toEqual({
    status: 400,
    problems: [`tokenId: ${message}`],
  });
});

test("in-process calls have the same effects", async () => {
  const { mock } = await controlledMock();
  const account = await mock.account();
  const { results } = await account.tokens.list();
  const [access, refreshing] = results;
  expect(await mock.tokens.list(account.accountId)).toEqual({ results: [access, refreshing] });
  const first = await account.tokens.list({ limit: 1 });
  expect(first.results).toEqual([access]);
  expect(await account.tokens.list({ ...first.paging?.next })).toEqual({ results: [refreshing] });
  mock.clock.advance({ minutes: 31 });
  expect((await account.tokens.list()).results[0]).toMatchObject({ kind: "accessToken", expired: true });
  await account.tokens.expire(access?.tokenId ?? "");
  await account.tokens.delete(access?.tokenId ?? "");
  await expect(account.tokens.expire(refreshing?.tokenId ?? "")).rejects.toMatchObject({ category: "VALIDATION_ERROR" });
  await expect(account.tokens.expire("")).rejects.toThrow("tokenId must not be empty");
  await expect(mock.tokens.list("x" as never)).rejects.toThrow("accountId must be an integer");
  expect(await account.tokens.list()).toEqual({ results: [refreshing] });
});
