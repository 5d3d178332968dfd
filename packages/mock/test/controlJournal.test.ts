import { expect, test } from "vitest";
import { controlled } from "./controlling.ts";

const batchRead = "/crm/objects/2026-03/meetings/batch/read";

test("the journal has what came in and what was answered, and what was wrong with it", async () => {
  const { account, control } = await controlled();
  const one = await account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  const other = await account();
  await other.call({ path: "/cos-domains/v1/domains" });
  await one.call({ path: "/cos-domains/v1/domains", query: { limit: 5 } });
  await one.call({ path: batchRead, body: { inputs: [{}], properties: [], propertiesWithHistory: [] } });
  const list = async (query: string) => (await control("GET", `/requests?${query}`)).body.results;
  const ofOne = await list(`accountId=${one.accountId}`);
  expect(ofOne).toMatchObject([
    { at: "2026-04-20T08:00:00Z", operationId: "domains.list", method: "GET", status: 200, problems: [] },
    { accountId: one.accountId, operationId: "meetings.batchRead", method: "POST", path: batchRead, status: 400 },
  ]);
  expect(ofOne[1].problems).toMatchObject([{ in: "inputs[0].id", code: "required" }]);
  expect(await list("operationId=domains.list")).toHaveLength(2);
  expect(await list("onlyProblems=true")).toEqual([ofOne[1]]);
  await control("DELETE", `/requests?accountId=${one.accountId}`);
  expect(await list(`accountId=${one.accountId}`)).toEqual([]);
  expect(await list("")).toHaveLength(1);
});

test("no secret is in the journal", async () => {
  const { account, call, control } = await controlled();
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

test("of what the document does not declare the journal has the name only, because it may be a secret", async () => {
  const { account, control } = await controlled();
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

test("the outbox has what was sent, by recipient in any case and by email", async () => {
  const { account, control } = await controlled();
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

test("waiting for email ends as soon as there is enough, or at the timeout with what there is", async () => {
  const { account, control } = await controlled();
  const one = await account();
  await one.seed({ emails: [{ id: 1 }] });
  const waiting = control("GET", `/outbox?accountId=${one.accountId}&waitFor=2&timeout=20000`);
  const start = performance.now();
  await one.call(send("a@b.example"));
  await one.call(send("c@b.example"));
  expect((await waiting).body.results).toHaveLength(2);
  expect(performance.now() - start).toBeLessThan(10_000);
  const late = await control("GET", `/outbox?accountId=${one.accountId}&waitFor=3&timeout=60`);
  expect(late.body.results).toHaveLength(2);
});

test("health tells the time and the document that is served", async () => {
  const { contentHash } = await import("@crm-platform/types");
  const { control } = await controlled({ wallClock: () => 0 });
  expect((await control("GET", "/health")).body).toEqual({ status: "ok", now: "1970-01-01T00:00:00Z", document: contentHash });
});
