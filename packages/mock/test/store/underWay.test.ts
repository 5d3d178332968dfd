import type { ControlledAccount, Mock } from "@crm-platform/mock";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { controlledMock } from "../control/controlling.ts";
import { freshDatabase } from "./freshDatabase.ts";

const callback = "https://app.example/callback";

async function createSmtpToken(mock: Mock, token: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ createdBy: "someone@hub.example", campaignName: "Spring" });
  return mock.fetch(`${mock.url}/email/public/v1/smtpapi/tokens`, { method: "POST", headers, body });
}

async function read(mock: Mock, token: string): Promise<number> {
  return (await mock.fetch(`${mock.url}/cos-domains/v1/domains`, { headers: { authorization: `Bearer ${token}` } })).status;
}

function gone(error: unknown): void {
  if (!String(error).includes("No account has this id")) throw error;
}

/** Pauses a request after authorization while `happens` runs. */
async function meanwhile(mock: Mock, call: () => Promise<Response>, happens: () => Promise<unknown>): Promise<Response> {
  const { faultId } = await mock.faults.add({ times: 1, effect: { type: "latency", milliseconds: 300 } });
  const response = call();
  await expect.poll(async () => (await mock.faults.list()).find((fault) => fault.faultId === faultId)?.matched).toBe(1);
  await happens();
  return response;
}

async function exchange(mock: Mock, { app }: ControlledAccount, code: string): Promise<Response> {
  const names = { client_id: app.clientId, client_secret: app.clientSecret, redirect_uri: callback };
  return mock.fetch(`${mock.url}/oauth/v1/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "authorization_code", code, ...names }),
  });
}

async function newCode(mock: Mock, { app }: ControlledAccount): Promise<string> {
  const parameters = { client_id: app.clientId, redirect_uri: callback, scope: "transactional-email", decision: "approve" };
  const { headers } = await mock.fetch(`${mock.url}/oauth/authorize?${new URLSearchParams(parameters)}`, { redirect: "manual" });
  return new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";
}

test("a write fails if its token is revoked while it is in progress", async () => {
  const { mock } = await controlledMock({ keepSunsetOperations: true });
  const account = await mock.account({ redirectUris: [callback] });
  const code = await newCode(mock, account);
  const { access_token: token } = (await (await exchange(mock, account, code)).json()) as { access_token: string };
  const response = await meanwhile(
    mock,
    () => createSmtpToken(mock, token),
    // The second use of a code revokes the tokens of the first use.
    async () => expect((await exchange(mock, account, code)).status).toBe(400),
  );
  expect([response.status, ((await response.json()) as { category: string }).category]).toEqual([401, "INVALID_AUTHENTICATION"]);
  expect(await account.snapshot()).not.toHaveProperty("smtpTokens");
});

test("an email is not sent if its account is suspended while the request is in progress", async () => {
  const { mock } = await controlledMock();
  const account = await mock.account();
  await account.seed({ emails: [{ id: 5 }] });
  const headers = { authorization: `Bearer ${account.accessToken}`, "content-type": "application/json" };
  const body = JSON.stringify({ emailId: 5, message: { to: "someone@hub.example" } });
  const response = await meanwhile(
    mock,
    () => mock.fetch(`${mock.url}/email/public/v1/singleEmail/send`, { method: "POST", headers, body }),
    () => account.seed({ profile: { suspended: true } }),
  );
  expect(await response.json()).toMatchObject({ sendResult: "PORTAL_SUSPENDED" });
});

test.each([false, true])("a request whose account is deleted during the request is rejected (rate limits: %s)", async (rateLimits) => {
  const failures: unknown[] = [];
  const { mock } = await controlledMock({ rateLimits, onError: (error) => failures.push(error) });
  const account = await mock.account();
  const response = await meanwhile(
    mock,
    () => createSmtpToken(mock, account.accessToken),
    () => account.delete(),
  );
  expect([response.status, failures]).toEqual([401, []]);
});

test.each(["a reset", "a deletion and re-creation"])(
  "a request from before %s does not write into a later account with the same id",
  async (what) => {
    const { mock } = await controlledMock();
    const known = { accountId: 77, accessToken: "known-77" };
    const before = await mock.account(what === "a reset" ? {} : known);
    let after = before;
    const response = await meanwhile(
      mock,
      () => createSmtpToken(mock, before.accessToken),
      async () => {
        if (what === "a reset") await mock.reset();
        else await before.delete();
        after = await mock.account(what === "a reset" ? {} : known);
      },
    );
    expect([after.accountId, after.accessToken]).toEqual([before.accountId, before.accessToken]);
    expect(response.status).toBe(401);
    expect(await after.snapshot()).not.toHaveProperty("smtpTokens");
    expect((await createSmtpToken(mock, after.accessToken)).status).toBe(200);
  },
);

test("accounts that are created during a reset exist completely or not at all", async () => {
  const { mock } = await controlledMock();
  for (let round = 0; round < 40; round += 1) {
    const making = Array.from({ length: 4 }, () => mock.account());
    for (let turn = 0; turn < round; turn += 1) await undefined;
    const [accounts] = await Promise.all([Promise.all(making), mock.reset()]);
    for (const { accessToken } of accounts) expect([200, 401]).toContain(await read(mock, accessToken));
  }
});

test("accounts are created and deleted while two processes reset, without a deadlock", async () => {
  const { url: database, drop } = await freshDatabase();
  onTestFinished(drop);
  const [{ mock: one }, { mock: other }] = [await controlledMock({ database }), await controlledMock({ database })];
  const until = Date.now() + 1_500;
  const failures: unknown[] = [];
  const worker = async (work: () => Promise<unknown>): Promise<void> => {
    while (Date.now() < until) await work().catch((error: unknown) => failures.push(error));
  };
  const comeAndGo = (mock: Mock) => async () => {
    const account = await mock.account();
    await account.seed({ records: { tickets: [{ id: "901" }] } }).catch(gone);
    await account.delete().catch(gone);
  };
  await Promise.all([worker(() => one.reset()), ...[one, one, one, other, other, other].map((mock) => worker(comeAndGo(mock)))]);
  expect(failures).toEqual([]);
});

test("a client id that ends in 0 belongs to no account, and a fault for all accounts counts such a request only once", async () => {
  const { mock } = await controlledMock({ keepSunsetOperations: true });
  await mock.faults.add({ match: { operationId: "oauthV1.createToken", nth: 2 }, effect: { type: "status", status: 503 } });
  const form = { grant_type: "refresh_token", refresh_token: "x", client_id: "x-0", client_secret: "s" };
  const call = async () => (await mock.fetch(`${mock.url}/oauth/v1/token`, { method: "POST", body: new URLSearchParams(form) })).status;
  expect([await call(), await call(), await call()]).toEqual([400, 503, 400]);
});

test("a fault that has ended does not count further requests, but is still listed with its count", async () => {
  const { mock } = await controlledMock();
  const { accountId, accessToken } = await mock.account();
  const effect = { type: "status", status: 500 } as const;
  await mock.faults.add({ match: { accountId }, times: 1, effect });
  await mock.faults.add({ match: { accountId, nth: 3 }, effect });
  await mock.faults.add({ match: { accountId, operationId: "smtpTokensV1.create" }, effect });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push(await read(mock, accessToken));
  expect(statuses).toEqual([500, 200, 500, 200, 200]);
  const counts = async () => (await mock.faults.list(accountId)).map(({ faultId, matched, met }) => [faultId.slice(-1), matched, met]);
  expect(await counts()).toEqual([
    ["1", 1, 1],
    ["2", 3, 1],
    ["3", 0, 0],
  ]);
  await mock.faults.delete((await mock.faults.list(accountId))[0]?.faultId ?? "");
  expect((await counts()).map(([name]) => name)).toEqual(["2", "3"]);
  await mock.faults.clear(accountId);
  expect(await counts()).toEqual([]);
});

test("a locked account blocks only its own writes", async () => {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  const { mock } = await controlledMock({ database: url, keepSunsetOperations: true });
  const [locked, other] = [await mock.account(), await mock.account()];
  await mock.faults.add({ times: 1, effect: { type: "status", status: 500 } });
  await mock.faults.add({ match: { operationId: "domainsV1.get" }, effect: { type: "status", status: 500 } });
  expect(await read(mock, other.accessToken)).toBe(500);
  const holder = new pg.Client(url);
  await holder.connect();
  try {
    await holder.query("begin");
    // Account 0 contains the faults for all accounts. One fault has ended, and the other is for another operation.
    await holder.query("select 1 from accounts where account_id in (0, $1) for no key update", [locked.accountId]);
    const writes = Array.from({ length: 12 }, () => createSmtpToken(mock, locked.accessToken));
    const waiting = "select count(*)::int as count from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))";
    await expect.poll(async () => (await holder.query(waiting)).rows).not.toEqual([{ count: 0 }]);
    expect(await read(mock, other.accessToken)).toBe(200);
    expect(await read(mock, locked.accessToken)).toBe(200);
    expect((await mock.fetch(`${mock.url}/oauth/v1/access-tokens/${locked.accessToken}`)).status).toBe(200);
    expect((await createSmtpToken(mock, other.accessToken)).status).toBe(200);
    await holder.query("delete from documents where account_id = $1 and collection = 'accessToken'", [locked.accountId]);
    await holder.query("commit");
    expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([401]));
  } finally {
    await holder.end();
  }
});
