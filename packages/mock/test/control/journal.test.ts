import { expect, onTestFinished, test, vi } from "vitest";
import { controlledMock } from "./controlling.ts";
import { stopClock } from "./stoppedClock.ts";

const batchRead = "/crm/objects/2026-03/meetings/batch/read";

test("the journal contains requests, their outcomes and their problems", async () => {
  const { account, control } = await controlledMock();
  const one = await account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  const other = await account();
  await other.call({ path: "/cos-domains/v1/domains" });
  await one.call({ path: "/cos-domains/v1/domains", query: { limit: 5 } });
  await one.call({ path: batchRead, body: { inputs: [{}], properties: [], propertiesWithHistory: [] } });
  const list = async (query: string) => (await control("GET", `/requests?${query}`)).body.results;
  const ofOne = await list(`accountId=${one.accountId}`);
  expect(ofOne).toMatchObject([
    { at: "2026-04-20T08:00:00Z", operationId: "domainsV1.list", method: "GET", status: 200, problems: [] },
    { accountId: one.accountId, operationId: "meetings.batchRead", method: "POST", path: batchRead, status: 400 },
  ]);
  expect(ofOne[1].problems).toMatchObject([{ in: "inputs[0].id", code: "required" }]);
  expect(await list("operationId=domainsV1.list")).toHaveLength(2);
  expect(await list("onlyProblems=true")).toEqual([ofOne[1]]);
  await control("DELETE", `/requests?accountId=${one.accountId}`);
  expect(await list(`accountId=${one.accountId}`)).toEqual([]);
  expect(await list("")).toHaveLength(1);
});

test("the journal shortens long bodies and long lists of problems", async () => {
  const { account, control } = await controlledMock();
  const one = await account();
  const properties = Array.from({ length: 990 }, (_, index) => `${index}`.padEnd(2_000, "x"));
  await one.call({ path: batchRead, body: { inputs: [{ id: "1" }], properties, propertiesWithHistory: [] } });
  await one.call({ path: batchRead, body: { inputs: Array(100).fill({}), properties: [], propertiesWithHistory: [] } });
  await one.call({ path: batchRead, body: { inputs: [{ id: "1" }], properties: Array(5_000).fill(1) } });
  const [long, wrong, numbers] = (await control("GET", "/requests")).body.results;
  expect(long.body.inputs).toEqual([{ id: "1" }]);
  expect(long.body.properties.slice(0, 2)).toEqual(properties.slice(0, 2));
  for (const entry of [long, wrong, numbers]) expect(JSON.stringify(entry).length).toBeLessThan(20_000);
  expect(wrong.problems).toHaveLength(21);
  expect(wrong.problems[0]).toMatchObject({ in: "inputs[0].id", code: "required" });
  expect(wrong.problems[20]).toEqual({ in: "errors", code: "more", message: "80 more problems" });
});

test("waiting for requests returns each request once and in order", async () => {
  const { account, control } = await controlledMock();
  const one = await account();
  const other = await account();
  await one.call({ path: "/cos-domains/v1/domains", query: { limit: 1 } });
  const now = vi.spyOn(performance, "now");
  onTestFinished(() => now.mockRestore());
  const waiting = control("GET", "/requests?waitFor=3&timeout=30000");
  // The waiting request reads the time twice in each round.
  const polled = () => {
    now.mockClear();
    return expect.poll(() => now.mock.calls.length).toBeGreaterThanOrEqual(4);
  };
  await polled();
  await other.call({ path: "/cos-domains/v1/domains", query: { limit: 2 } });
  await polled();
  await one.call({ path: "/cos-domains/v1/domains", query: { limit: 3 } });
  const { body } = await waiting;
  expect(body.results.map((entry: { query: { limit: string } }) => entry.query.limit)).toEqual(["1", "2", "3"]);
});

test("the journal contains the account's time for every request, regardless of its outcome", async () => {
  const { account, mock, call, control } = await controlledMock();
  const one = await account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" }, redirectUris: ["https://app.example/"] });
  const authorization = `Bearer ${one.accessToken}`;
  const unreadable = { method: "POST", headers: { authorization, "content-type": "application/json" }, body: "{" };
  expect((await mock.fetch(mock.url + batchRead, unreadable)).status).toBe(400);
  expect((await mock.fetch(mock.url + batchRead, { headers: { authorization } })).status).toBe(405);
  expect((await mock.fetch(`${mock.url}/nothing`, { headers: { authorization } })).status).toBe(404);
  expect((await mock.fetch(`${mock.url}/cos-domains/v1/domains`, { headers: { authorization, prefer: "code=429" } })).status).toBe(429);
  const query = { client_id: one.app.clientId, redirect_uri: "https://app.example/", scopes: "tickets" };
  expect((await call({ path: "/oauth/authorize", query })).status).toBe(200);
  const { results } = (await control("GET", `/requests?accountId=${one.accountId}`)).body;
  expect(results.map((entry: { status: number; at: string }) => [entry.status, entry.at])).toEqual(
    [400, 405, 404, 429, 200].map((status) => [status, "2026-04-20T08:00:00Z"]),
  );
});

test("the journal contains the problem with an unreadable request", async () => {
  const { account, control, mock } = await controlledMock();
  const one = await account();
  const send = (type: string, body: string) =>
    mock.fetch(mock.url + batchRead, {
      method: "POST",
      headers: { authorization: `Bearer ${one.accessToken}`, "content-type": type },
      body,
    });
  await send("application/json", '{"secret": ');
  await send("text/plain", "secret");
  const { results } = (await control("GET", "/requests?onlyProblems=true")).body;
  expect(results).toMatchObject([
    { status: 400, operationId: "meetings.batchRead", problems: [{ in: "body", code: "VALIDATION_ERROR" }] },
    { status: 415, operationId: "meetings.batchRead", problems: [{ in: "content-type", code: "UNSUPPORTED_MEDIA_TYPE" }] },
  ]);
  expect(JSON.stringify(results)).not.toContain("secret");
});

test("waiting for more requests of an account than the journal stores is rejected", async () => {
  const { account, control, rejection } = await controlledMock();
  const { accountId } = await account();
  expect(await rejection("GET", `/requests?accountId=${accountId}&waitFor=1001&timeout=0`)).toEqual({
    status: 400,
    problems: [
      "waitFor: waitFor must not exceed 1000 with an accountId, because the journal stores only the newest 1000 requests of each account",
    ],
  });
  expect((await control("GET", `/requests?accountId=${accountId}&waitFor=1000&timeout=0`)).status).toBe(200);
  expect((await control("GET", "/requests?waitFor=1001&timeout=0")).status).toBe(200);
});

test("the journal contains no secrets", async () => {
  const { account, call, control } = await controlledMock({ keepSunsetOperations: true });
  const one = await account();
  await call({ path: `/oauth/v1/access-tokens/${one.accessToken}` });
  const { clientId, clientSecret } = one.app;
  await call({
    path: "/oauth/v1/token",
    form: { grant_type: "refresh_token", refresh_token: one.refreshToken, client_id: clientId, client_secret: clientSecret },
  });
  const { body } = await control("GET", "/requests");
  expect(body.results).toHaveLength(2);
  const text = JSON.stringify(body);
  expect([one.accessToken, one.refreshToken, clientSecret].filter((secret) => text.includes(secret))).toEqual([]);
});

test("the journal contains only the names of undeclared fields, because the values may be secrets", async () => {
  const { account, control } = await controlledMock();
  const one = await account();
  await one.call({ path: "/cos-domains/v1/domains", query: { hapikey: "SECRET", limit: "5" } });
  await one.call({ path: batchRead, body: { inputs: [{ id: "1", token: "SECRET" }], key: { deep: "SECRET" }, properties: ["name"] } });
  const message = { to: "a@b.example", password: "SECRET" };
  await one.call({
    path: "/email/public/v1/singleEmail/send",
    body: { emailId: 1, message, customProperties: [{ name: "a", value: "b" }] },
  });
  const [listed, read, sent] = (await control("GET", "/requests")).body.results;
  expect(listed.query).toEqual({ hapikey: "[redacted]", limit: "5" });
  expect(read.body).toEqual({ inputs: [{ id: "1", token: "[redacted]" }], key: "[redacted]", properties: ["name"] });
  expect(sent.body).toEqual({
    emailId: 1,
    message: { to: "a@b.example", password: "[redacted]" },
    customProperties: [{ name: "a", value: "b" }],
  });
});

const send = (to: string, emailId = 1) => ({ path: "/email/public/v1/singleEmail/send", body: { emailId, message: { to } } });

test("the outbox finds emails by id and by recipient, ignoring case", async () => {
  const { account, control } = await controlledMock();
  const one = await account();
  await one.seed({ emails: [{ id: 1 }, { id: 2 }] });
  await one.call(send("a@b.example"));
  await one.call(send("c@b.example", 2));
  await one.call(send("no address"));
  const list = async (query: string) => (await control("GET", `/outbox?accountId=${one.accountId}${query}`)).body.results;
  expect(await list("")).toMatchObject([{ emailId: 1, message: { to: "a@b.example" }, result: { sendResult: "SENT" } }, { emailId: 2 }]);
  expect(await list("&to=C@B.example")).toMatchObject([{ emailId: 2 }]);
  expect(await list("&emailId=1")).toHaveLength(1);
});

test("waiting for email ends when enough emails match or the timeout expires, and returns the current emails", async () => {
  const { account, control } = await controlledMock();
  const one = await account();
  await one.seed({ emails: [{ id: 1 }] });
  const startClock = stopClock();
  const waiting = control("GET", `/outbox?accountId=${one.accountId}&waitFor=2&timeout=30000`);
  await one.call(send("a@b.example"));
  await one.call(send("c@b.example"));
  expect((await waiting).body.results).toHaveLength(2);
  startClock();
  const late = await control("GET", `/outbox?accountId=${one.accountId}&waitFor=3&timeout=60`);
  expect(late.body.results).toHaveLength(2);
});

test("the health response contains the time and the hash of the document", async () => {
  const { contentHash } = await import("@crm-platform/types");
  const { control } = await controlledMock({ wallClock: () => 0 });
  expect((await control("GET", "/health")).body).toEqual({ status: "ok", now: "1970-01-01T00:00:00Z", document: contentHash });
});

test("the journal contains the query of a consent request without its state, and only the names of other parameters", async () => {
  const { mock } = await controlledMock();
  const { app } = await mock.account({ redirectUris: ["https://app.example/callback"] });
  const parameters = { client_id: app.clientId, redirect_uri: "https://app.example/callback", scope: "tickets" };
  const query = new URLSearchParams({ ...parameters, state: "secret-state", decision: "approve", other: "secret-other" });
  await mock.fetch(`${mock.url}/oauth/authorize?${query}`, { redirect: "manual" });
  await mock.fetch(`${mock.url}/oauth/authorize?decision=secret-decision`);
  await mock.fetch(`${mock.url}/nothing?token=secret-token`);
  const queries = (await mock.requests.list()).map((entry) => entry.query);
  expect(queries).toEqual([
    { ...parameters, state: "[redacted]", decision: "approve", other: "[redacted]" },
    { decision: "[redacted]" },
    { token: "[redacted]" },
  ]);
});

test("entries are ordered by the machine's clock, regardless of the accounts' clocks", async () => {
  let wall = Date.parse("2026-05-01T00:00:00Z");
  const { mock } = await controlledMock({ wallClock: () => (wall += 1000) });
  const frozen = await mock.account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  for (const account of [undefined, frozen, undefined]) {
    const headers: Record<string, string> = account ? { authorization: `Bearer ${account.accessToken}` } : {};
    await mock.fetch(`${mock.url}/cos-domains/v1/domains`, { headers });
  }
  const entries = await mock.requests.list();
  const times = entries.map(({ respondedAt }) => respondedAt ?? "");
  expect(times).toEqual([...times].sort());
  expect(times[0]).toMatch(/^2026-05-01T00:00:/);
  expect(entries[1]?.at).toBe("2026-04-20T08:00:00Z");
});
