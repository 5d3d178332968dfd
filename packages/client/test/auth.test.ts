import { ApiError, createClient, OAuthError } from "@crm-platform/client";
import { cachedToken, type RefreshTokenAuthOptions, refreshTokenAuth } from "@crm-platform/client/auth";
import { type ControlledAccount, createMock, type Mock } from "@crm-platform/mock";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { aDomain, recording } from "./recording.ts";
import { failureOf } from "./service.ts";

const quiet = { logLevel: "off" } as const;

interface Setting {
  readonly mock: Mock;
  readonly account: ControlledAccount;
  readonly options: RefreshTokenAuthOptions;
  refreshes(): Promise<number>;
}

async function setting(): Promise<Setting> {
  const mock = await createMock();
  const account = await mock.account();
  const { clientId, clientSecret } = account.app;
  const { accessToken, refreshToken } = account;
  const initial = { accessToken, expiresInMs: 1_800_000 };
  const options = { baseUrl: mock.url, fetch: mock.fetch, clientId, clientSecret, refreshToken, initial, ...quiet };
  const refreshes = async (): Promise<number> => (await mock.requests.list({ operationId: "oauth.createToken" })).length;
  return { mock, account, options, refreshes };
}

function clientOf({ options }: Setting, changes: Partial<RefreshTokenAuthOptions> = {}): ReturnType<typeof createClient> {
  const { baseUrl, fetch } = options;
  return createClient({ baseUrl, fetch, accessToken: refreshTokenAuth({ ...options, ...changes }), ...quiet });
}

describe("refreshTokenAuth", () => {
  test("renews a token only once if it expires during a batch, and loses no results", async () => {
    const given = await setting();
    const ids = Array.from({ length: 600 }, (_, index) => String(index + 1));
    await given.account.seed({ records: { meetings: ids.map((id) => ({ id })) } });
    let sent = 0;
    const fetch = async (request: Request): Promise<Response> => {
      if (++sent === 7) given.mock.clock.advance({ minutes: 31 });
      return given.mock.fetch(request);
    };
    const client = createClient({ baseUrl: given.mock.url, fetch, accessToken: refreshTokenAuth(given.options), ...quiet });
    const inputs = ids.map((id) => ({ id }));
    const outcome = await client.meetings.batchRead({ inputs, properties: [], propertiesWithHistory: [] }).chunked({ size: 20 });
    expect(outcome.complete).toBe(true);
    expect(outcome.results.map(({ id }) => id)).toEqual(ids);
    expect(await given.refreshes()).toBe(1);
    const statuses = (await given.mock.requests.list({ operationId: "meetings.batchRead" })).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(0);
  });

  test("refreshes once for 40 parallel calls with an expired token", async () => {
    const given = await setting();
    given.mock.clock.advance({ minutes: 31 });
    const client = clientOf(given);
    const totals = await Promise.all(Array.from({ length: 40 }, () => client.domainsV1.list()));
    expect(totals.map(({ total }) => total)).toEqual(Array(40).fill(0));
    expect(await given.refreshes()).toBe(1);
    const statuses = (await given.mock.requests.list({ operationId: "domainsV1.list" })).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(40).fill(200), ...Array(40).fill(401)]);
  });

  test("refreshes once, without a 401, for 40 parallel calls without a token", async () => {
    const given = await setting();
    const client = clientOf(given, { initial: undefined });
    await Promise.all(Array.from({ length: 40 }, () => client.domainsV1.list()));
    expect(await given.refreshes()).toBe(1);
    expect(await given.mock.requests.list({ operationId: "domainsV1.list" })).toHaveLength(40);
  });

  test.each([
    { expiresInMs: 1_800_000, refreshes: 0 },
    { expiresInMs: 61_000, refreshes: 0 },
    { expiresInMs: 59_000, refreshes: 1 },
    { expiresInMs: 0, refreshes: 1 },
    { expiresInMs: undefined, refreshes: 0 },
  ])(
    "a token that expires in $expiresInMs ms causes $refreshes refreshes, because tokens are renewed one minute early",
    async ({ expiresInMs, refreshes }) => {
      const given = await setting();
      const client = clientOf(given, { initial: { accessToken: given.account.accessToken, expiresInMs } });
      await client.domainsV1.list();
      await client.domainsV1.list();
      await expect.poll(given.refreshes).toBe(refreshes);
    },
  );

  test("replacing the access token keeps a refresh token that has been rotated in the meantime", async () => {
    const sent: (string | null)[] = [];
    const reported: string[] = [];
    const fetch = async (request: Request) => {
      sent.push(new URLSearchParams(await request.text()).get("refresh_token"));
      return Response.json({ access_token: `access-${sent.length}`, refresh_token: `rotated-${sent.length}`, expires_in: 1800 });
    };
    const source = refreshTokenAuth({
      baseUrl: "http://service.example",
      fetch,
      clientId: "c",
      clientSecret: "s",
      refreshToken: "first",
      onRefresh: ({ refresh_token }) => void reported.push(refresh_token),
    });
    const renewing = source({});
    source.replace({ accessToken: "given", expiresInMs: 1_800_000 });
    await renewing;
    await source({ rejected: "given" });
    // A late rejection of a token that has already been replaced causes no renewal.
    await source({ rejected: "given" });
    expect(sent).toEqual(["first", "rotated-1"]);
    expect(reported).toEqual(["rotated-1", "rotated-2"]);
  });

  test("rejects invalid options", () => {
    const obtain = async () => ({ accessToken: "a" });
    const options = { baseUrl: "http://service.example", clientId: "id", clientSecret: "secret", refreshToken: "token" };
    for (const renewEarlyMs of [-1, Number.NaN]) {
      const error = new TypeError(`renewEarlyMs must be a whole number of at least 0; received number ${renewEarlyMs}`);
      expect(() => cachedToken(obtain, { renewEarlyMs })).toThrow(error);
      expect(() => refreshTokenAuth({ ...options, renewEarlyMs })).toThrow(error);
    }
    const versions = new TypeError('oauthVersion must be "2026-03" or "v1"');
    expect(() => refreshTokenAuth({ ...options, oauthVersion: "v3" as never })).toThrow(versions);
  });

  test("does not renew a token with a lifetime shorter than renewEarlyMs on every call", async () => {
    let count = 0;
    const source = cachedToken(async () => {
      count += 1;
      return { accessToken: `token-${count}`, expiresInMs: 30_000 };
    });
    expect([await source({}), await source({}), await source({})]).toEqual(["token-1", "token-1", "token-1"]);
  });

  test("tokens that are replaced during a refresh are kept", async () => {
    const given = await setting();
    await given.mock.faults.add({ match: { operationId: "oauth.createToken" }, effect: { type: "latency", milliseconds: 100 } });
    const reported: string[] = [];
    const { accessToken, refreshToken, app } = given.account;
    const source = refreshTokenAuth({
      baseUrl: given.mock.url,
      fetch: given.mock.fetch,
      clientId: app.clientId,
      clientSecret: app.clientSecret,
      refreshToken,
      onRefresh: ({ refresh_token }) => void reported.push(refresh_token),
    });
    const slow = source({});
    source.replace({ accessToken, expiresInMs: 1_800_000, refreshToken: "na1-another" });
    expect([await slow, await source({})]).toEqual([accessToken, accessToken]);
    expect(reported).toEqual([]);
  });

  test("uses the current token until it expires when an early renewal fails", async () => {
    const given = await setting();
    const { accessToken } = given.account;
    await given.mock.faults.add({ match: { operationId: "oauth.createToken" }, effect: { type: "status", status: 400 } });
    const lasting = clientOf(given, { initial: { accessToken, expiresInMs: 59_000 } });
    expect((await lasting.domainsV1.list()).total).toBe(0);
    const over = clientOf(given, { initial: { accessToken, expiresInMs: 0 } });
    expect((await failureOf(over.domainsV1.list())).operationId).toBe("oauth.createToken");
  });

  test("retries a refresh whose response is lost", async () => {
    const given = await setting();
    await given.mock.faults.add({ match: { operationId: "oauth.createToken", nth: 1 }, effect: { type: "dropResponse" } });
    await clientOf(given, { initial: undefined }).domainsV1.list();
    expect(await given.refreshes()).toBe(2);
  });

  test("awaits onRefresh before using the token, and passes the whole response", async () => {
    const given = await setting();
    const kept: unknown[] = [];
    const onRefresh = async (tokens: { refresh_token: string; expires_in: number }): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      kept.push([tokens.refresh_token, tokens.expires_in, (await given.mock.requests.list({ operationId: "domainsV1.list" })).length]);
    };
    await clientOf(given, { initial: undefined, onRefresh }).domainsV1.list();
    expect(kept).toEqual([[given.account.refreshToken, 1800, 0]]);
  });

  test("rejects waiting calls when onRefresh throws, and calls it again with the same tokens", async () => {
    const given = await setting();
    const reported: string[] = [];
    const onRefresh = ({ access_token }: { access_token: string }): void => {
      reported.push(access_token);
      if (reported.length === 1) throw new Error("the disk is full");
    };
    const client = clientOf(given, { initial: undefined, onRefresh });
    const outcomes = await Promise.allSettled([client.domainsV1.list(), client.domainsV1.list()]);
    expect(outcomes.map((outcome) => outcome.status === "rejected" && String(outcome.reason))).toEqual(
      Array(2).fill("Error: the disk is full"),
    );
    expect((await client.domainsV1.list()).total).toBe(0);
    expect(reported).toHaveLength(2);
    expect(reported[1]).toBe(reported[0]);
    expect(await given.refreshes()).toBe(1);
  });

  test("throws an OAuthError for a rejected refresh token, without sending the call", async () => {
    const given = await setting();
    const { refreshToken, clientId, clientSecret } = given.options;
    await createClient(given.options).oauth.revokeToken({ token: refreshToken, client_id: clientId, client_secret: clientSecret });
    const error = await failureOf(clientOf(given, { initial: undefined }).domainsV1.list());
    if (!(error instanceof OAuthError)) throw error;
    expect(error).toMatchObject({ name: "OAuthError", status: 400, category: "invalid_grant", operationId: "oauth.createToken" });
    expect(await given.mock.requests.list({ operationId: "domainsV1.list" })).toEqual([]);
  });
});

describe("while the current token is valid", () => {
  const initial = { accessToken: "old", expiresInMs: 50_000 };

  test("calls do not wait for a renewal while the current token is valid, and a failed renewal is not retried immediately", async () => {
    let count = 0;
    let fail = (_: Error): void => {};
    const source = cachedToken(() => {
      count += 1;
      return new Promise((_, reject) => (fail = reject));
    });
    source.replace(initial);
    expect([await source({}), await source({})]).toEqual(["old", "old"]);
    fail(new Error("503"));
    await new Promise(setImmediate);
    expect([await source({}), count]).toEqual(["old", 1]);
    const later = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 10_000);
    onTestFinished(() => later.mockRestore());
    expect([await source({}), count]).toEqual(["old", 2]);
  });

  test("a renewed token is used as soon as it is available", async () => {
    const source = cachedToken(async () => ({ accessToken: "new", expiresInMs: 1_800_000 }));
    source.replace(initial);
    expect(await source({})).toBe("old");
    await expect.poll(() => source({})).toBe("new");
  });

  test("an error in onRefresh does not fail calls until the token expires, and onRefresh is called again later", async () => {
    const fetch = () => Response.json({ access_token: "new", refresh_token: "r", expires_in: 1800 });
    const reported: string[] = [];
    const onRefresh = ({ access_token }: { access_token: string }): never => {
      reported.push(access_token);
      throw new Error("the disk is full");
    };
    const options = { baseUrl: "http://s.example", fetch, clientId: "c", clientSecret: "s", refreshToken: "r", initial, onRefresh };
    const source = refreshTokenAuth(options);
    expect(await source({})).toBe("old");
    await expect.poll(() => reported).toEqual(["new"]);
    const later = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 51_000);
    onTestFinished(() => later.mockRestore());
    await expect(source({})).rejects.toThrow("the disk is full");
    expect(reported).toEqual(["new", "new"]);
  });
});

describe("replace()", () => {
  test("replace() takes precedence over a failing renewal", async () => {
    let fail: (reason: Error) => void = () => {};
    const source = cachedToken(() => new Promise((_, reject) => (fail = reject)));
    const waiting = source({});
    source.replace({ accessToken: "good" });
    fail(new Error("late"));
    expect(await waiting).toBe("good");
  });

  test("if the service rejects a replaced token, another renewal starts, regardless of the end of the first one", async () => {
    const resolvers: ((token: { accessToken: string }) => void)[] = [];
    const source = cachedToken(() => new Promise((resolve) => resolvers.push(resolve)));
    const first = source({});
    source.replace({ accessToken: "B" });
    const second = source({ rejected: "B" });
    expect(resolvers).toHaveLength(2);
    resolvers[0]?.({ accessToken: "A" });
    expect(await first).toBe("B");
    const third = source({ rejected: "B" });
    expect(resolvers).toHaveLength(2);
    resolvers[1]?.({ accessToken: "C" });
    expect([await second, await third, await source({})]).toEqual(["C", "C", "C"]);
  });
});

describe("fields that are optional in RFC 6749", () => {
  const sourceOf = (respond: () => Response) => {
    const reported: unknown[] = [];
    const { requests, fetch } = recording(respond);
    const options = { baseUrl: "http://s.example", fetch, clientId: "c", clientSecret: "s", refreshToken: "first" };
    return {
      requests,
      reported,
      source: refreshTokenAuth({ ...options, onRefresh: ({ refresh_token }) => void reported.push(refresh_token) }),
    };
  };

  test("keeps the refresh token if none is returned, and uses an access token without a lifetime until it is rejected", async () => {
    const { requests, reported, source } = sourceOf(() => Response.json({ access_token: "a", token_type: "bearer" }));
    expect([await source({}), await source({}), requests.length]).toEqual(["a", "a", 1]);
    await source({ rejected: "a" });
    const sent = await Promise.all(requests.map(async (request) => new URLSearchParams(await request.text()).get("refresh_token")));
    expect(sent).toEqual(["first", "first"]);
    expect(reported).toEqual(["first", "first"]);
  });

  test.each(["{}", "null", "[]", '{"access_token":5}', ""])("a response without an access token is rejected: %s", async (body) => {
    const { reported, source } = sourceOf(() => new Response(body));
    expect(await failureOf(source({}) as Promise<string>)).toMatchObject({ name: "ParseError", operationId: "oauth.createToken" });
    expect(reported).toEqual([]);
  });
});

describe("a function as the access token", () => {
  const refusing = (good: string) =>
    recording((request) => (request.headers.get("authorization") === `Bearer ${good}` ? aDomain() : Response.json({}, { status: 401 })));

  test("a token function is called for each attempt, but not for operations without authentication", async () => {
    const { requests, fetch } = recording((_, nth) => (nth === 1 ? Response.json({}, { status: 429 }) : aDomain()));
    let tokens = 0;
    const client = createClient({ fetch, accessToken: async () => `token-${++tokens}`, ...quiet });
    await client.domainsV1.get("1");
    await client.oauthV1.getAccessToken("x");
    expect(requests.map((request) => request.headers.get("authorization"))).toEqual(["Bearer token-1", "Bearer token-2", null]);
  });

  test("a token function can return another token once after a 401", async () => {
    const needs: unknown[] = [];
    const accessToken = (need: { rejected?: string | undefined }): string => {
      needs.push(need.rejected);
      return need.rejected ? `after-${need.rejected}` : "old";
    };
    const good = refusing("after-old");
    expect(await createClient({ fetch: good.fetch, accessToken, maxRetries: 0 }).domainsV1.get("1")).toHaveProperty("id");
    expect(needs).toEqual([undefined, "old"]);
    const never = refusing("none");
    const error = await failureOf(createClient({ fetch: never.fetch, accessToken }).domainsV1.get("1"));
    expect(error).toMatchObject({ status: 401, attempts: 2 });
  });

  test("if a token function returns the same token after a 401, the call rejects with the 401", async () => {
    const { requests, fetch } = refusing("none");
    const error = await failureOf(createClient({ fetch, accessToken: () => "same" }).domainsV1.get("1"));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401, attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  test("if a token function throws, the call rejects with its error", async () => {
    const { requests, fetch } = refusing("none");
    const accessToken = (): never => {
      throw new RangeError("no vault");
    };
    await expect(createClient({ fetch, accessToken }).domainsV1.get("1")).rejects.toThrow(RangeError);
    expect(requests).toEqual([]);
  });

  test("a 401 from an operation without authentication is not retried", async () => {
    const { requests, fetch } = recording(() => Response.json({ error: "invalid_client" }, { status: 401 }));
    const error = await failureOf(createClient({ fetch, accessToken: () => "t" }).oauthV1.getAccessToken("x"));
    expect(error).toMatchObject({ name: "OAuthError", attempts: 1 });
    expect(requests).toHaveLength(1);
  });
});
