import { createMock, type MockOptions } from "@crm-platform/mock";
import { expect, test } from "vitest";
import { databases, kindsOfDatabase } from "./stores.ts";

const at = Date.parse("2026-04-20T08:00:00Z");

async function transcript(options: MockOptions): Promise<string[]> {
  const mock = await createMock({ idSeed: "fixed", wallClock: () => at, ...options });
  const lines: string[] = [];
  try {
    const account = await mock.account({ redirectUris: ["https://app.example/callback"], hubDomain: "hub.example" });
    lines.push(JSON.stringify(account));
    await account.seed({
      records: { contacts: [{ id: "1", properties: { email: "a@b.example" } }], tickets: [{ id: "2", properties: {} }] },
      emails: [{ id: 3, name: "Hello", subject: "Hello", from: "us@hub.example", body: "Hi", published: true, requiredProperties: [] }],
      channels: [],
    });
    const { clientId, clientSecret } = account.app;
    const authorize = `/oauth/authorize?client_id=${clientId}&redirect_uri=https://app.example/callback&scopes=tickets&state=x&decision=approve`;
    const location = await call("GET", authorize);
    const form = { grant_type: "authorization_code", code: new URL(location).searchParams.get("code") ?? "" };
    await call(
      "POST",
      "/oauth/v1/token",
      new URLSearchParams({ ...form, redirect_uri: "https://app.example/callback", client_id: clientId, client_secret: clientSecret }),
    );
    await call("GET", `/oauth/v1/access-tokens/${account.accessToken}`);
    const association = { inputs: [{ from: { id: "1" }, to: { id: "2" }, type: "contact_to_ticket" }] };
    await call("POST", "/crm/v3/associations/contacts/tickets/batch/create", association);
    await call("POST", "/email/public/v1/singleEmail/send", {
      emailId: 3,
      message: { to: "new@c.example", sendId: "s" },
      contactProperties: [{ name: "city", value: "Ulm" }],
    });
    await call("POST", "/email/public/v1/smtpapi/tokens", { createdBy: "us@hub.example", campaignName: "Spring" });
    await call("POST", "/events/2026-03/event-definitions", { label: "Order placed" });
    await call("DELETE", "/crm/objects/2026-03/tickets/2");
    const journal = await mock.requests.list();
    for (const { durationMs } of journal) expect(durationMs).toBeGreaterThanOrEqual(0);
    lines.push(JSON.stringify(await account.snapshot()), JSON.stringify(journal.map(({ durationMs: _, ...entry }) => entry)));

    async function call(method: string, path: string, body?: unknown): Promise<string> {
      const isForm = body instanceof URLSearchParams;
      const headers: Record<string, string> = { authorization: `Bearer ${account.accessToken}` };
      if (body !== undefined && !isForm) headers["content-type"] = "application/json";
      const payload = body === undefined ? null : isForm ? body : JSON.stringify(body);
      const response = await mock.fetch(mock.url + path, { method, headers, body: payload });
      lines.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`);
      return response.headers.get("location") ?? "";
    }
  } finally {
    await mock.close();
  }
  return lines;
}

test("the same calls return the same responses on every store", async () => {
  const first = await transcript({});
  const statuses = first.slice(1, -2).map((line) => line.slice(0, 3));
  expect(statuses).toEqual(["302", "200", "200", "201", "200", "200", "201", "204"]);
  for (const kind of kindsOfDatabase) expect(await transcript({ database: await databases[kind]() }), kind).toEqual(first);
});

test("a different seed generates different ids", async () => {
  const [one, other] = [await createMock({ idSeed: "one" }), await createMock({ idSeed: "other" })];
  expect((await one.account()).accessToken).not.toBe((await other.account()).accessToken);
});

test("requests with the same preference return the same response, even if it is generated", async () => {
  const dynamic = async () => {
    const mock = await createMock({ idSeed: "fixed", wallClock: () => at });
    const { accessToken } = await mock.account();
    const respond = async () => {
      const headers = { authorization: `Bearer ${accessToken}`, prefer: "dynamic=true" };
      return (await mock.fetch(`${mock.url}/email/public/v1/smtpapi/tokens`, { headers })).text();
    };
    return [await respond(), await respond()];
  };
  const [first, second] = await dynamic();
  expect(first).not.toBe(second);
  expect(await dynamic()).toEqual([first, second]);
});

test("the sequence of correlation ids starts again with a new process and after a reset", async () => {
  const failures = async (database: string) => {
    const mock = await createMock({ database, idSeed: "fixed" });
    const id = async () => ((await (await mock.fetch(`${mock.url}/nothing`)).json()) as { correlationId: string }).correlationId;
    const ids = [await id(), await id()];
    await mock.reset();
    ids.push(await id(), await id());
    await mock.close();
    return ids;
  };
  for (const kind of ["memory", "file"] as const) {
    const ids = await failures(await databases[kind]());
    expect(ids.slice(2)).toEqual(ids.slice(0, 2));
    expect(await failures(await databases[kind]())).toEqual(ids);
  }
});

test("correlation ids depend on the seed", async () => {
  const id = async () =>
    ((await (await (await createMock()).fetch("http://x.test/nothing")).json()) as { correlationId: string }).correlationId;
  expect(await id()).toBe(await id());
});
