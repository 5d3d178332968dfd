import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoTime, type Platform, type TestAccount, type TestResponse } from "../behavior/platform.ts";
import { type Running, run } from "../behavior/running.ts";

const many = 24;
const numbers = Array.from({ length: many }, (_, index) => index + 1);
const redirectUri = "https://one.example/back";

const checks: Readonly<Record<string, (platform: Platform) => Promise<void>>> = {
  "no number is used twice": async (platform) => {
    const account = await seeded(platform);
    const body = { createdBy: "owner@hub.example", campaignName: "spring" };
    const responses = await atOnce(() => account.call({ path: "/email/public/v1/smtpapi/tokens", body }));
    for (const field of ["userName", "emailCampaignId", "password"]) expect(distinct(responses, field)).toBe(many);
    expect((await account.call({ path: "/email/public/v1/smtpapi/tokens" })).body).toHaveLength(many);
  },
  "one contact is created, with every value in its history": async (platform) => {
    const account = await seeded(platform);
    await atOnce((number) => send(account, { to: "bo@customer.example" }, `Bo ${number}`));
    expect((await platform.control("GET", `/outbox?accountId=${account.accountId}`)).body.results).toHaveLength(many);
    const { contacts } = (await account.snapshot()).records;
    const created = contacts.filter(({ properties }: { properties: object }) => "email" in properties);
    expect(created).toHaveLength(1);
    const values = created[0].properties.firstname.map(({ value }: { value: string }) => value);
    expect(values.sort()).toEqual(numbers.map((number) => `Bo ${number}`).sort());
  },
  "one event definition gets the name": async (platform) => {
    const account = await seeded(platform);
    const responses = await atOnce(() => account.call({ path: "/events/2026-03/event-definitions", body: { label: "Bike sold" } }));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(many - 1).fill(409)]);
    expect((await account.snapshot()).eventDefinitions).toHaveLength(1);
  },
  "one occurrence is stored per uuid, and the monthly count is exact": async (platform) => {
    const account = await seeded(platform);
    const { body: event } = await account.call({ path: "/events/2026-03/event-definitions", body: { label: "Bike sold" } });
    const occurrence = (number: number) => ({ eventName: event.fullyQualifiedName, objectId: String(3101 + (number % 2)), properties: {} });
    const responses = await atOnce((number) => {
      const shared = { ...occurrence(number), uuid: "shared" };
      if (number % 2 === 0) return account.call({ path: "/events/2026-03/send", body: shared });
      const inputs = [shared, { ...occurrence(number), uuid: `of ${number % 3}` }, occurrence(number)];
      return account.call({ path: "/events/2026-03/send/batch", body: { inputs } });
    });
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
    const { eventOccurrences, eventUuids, eventUsage } = await account.snapshot();
    expect(eventUuids.map(({ uuid }: { uuid: string }) => uuid).sort()).toEqual(["of 0", "of 1", "of 2", "shared"]);
    expect(eventOccurrences).toHaveLength(4 + many / 2);
    expect(eventUsage).toEqual([{ month: "2026-04", count: 4 + many / 2 }]);
  },
  "a code can be exchanged once, and a second use revokes its tokens": async (platform) => {
    const account = await seeded(platform);
    const { clientId, clientSecret } = account.app;
    const client = { client_id: clientId, client_secret: clientSecret };
    const query = { client_id: clientId, redirect_uri: redirectUri, scopes: "content", decision: "approve" };
    const { headers } = await platform.call({ path: "/oauth/authorize", query });
    const code = new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";
    const form = { ...client, grant_type: "authorization_code", code, redirect_uri: redirectUri };
    const responses = await atOnce(() => platform.call({ path: "/oauth/v1/token", form }));
    const tokens = responses.filter(({ status }) => status === 200).map(({ body }) => body);
    expect(tokens).toHaveLength(1);
    expect(responses.filter(({ body }) => body.status === "BAD_AUTH_CODE")).toHaveLength(many - 1);
    const refresh = { ...client, grant_type: "refresh_token", refresh_token: tokens[0].refresh_token };
    expect((await platform.call({ path: "/oauth/v1/token", form: refresh })).body.status).toBe("BAD_REFRESH_TOKEN");
    expect((await platform.call({ path: "/cos-domains/v1/domains", token: tokens[0].access_token })).status).toBe(401);
  },
  "a token that is refreshed while its refresh token is revoked is not valid afterwards": async (platform) => {
    const account = await seeded(platform);
    const client = { client_id: account.app.clientId, client_secret: account.app.clientSecret };
    const refresh = { ...client, grant_type: "refresh_token", refresh_token: account.refreshToken };
    const path = "/oauth/2026-03/token";
    const responses = await atOnce((number) =>
      number === Math.floor(many / 2)
        ? platform.call({ path: `${path}/revoke`, form: { ...client, token: account.refreshToken } })
        : platform.call({ path, form: refresh }),
    );
    const tokens = responses.flatMap(({ body }) => (body?.access_token === undefined ? [] : [body.access_token]));
    expect(responses.filter(({ body }) => body?.status === "BAD_REFRESH_TOKEN").length + tokens.length).toBe(many - 1);
    for (const token of [account.accessToken, ...tokens]) {
      expect((await platform.call({ path: "/cos-domains/v1/domains", token })).status).toBe(401);
    }
  },
};

describe.each(["in process", "two processes on Postgres"] as const)("with many concurrent requests, %s", (way) => {
  let running: Running;
  beforeAll(async () => {
    running = await run(way);
  });
  afterAll(() => running.close());

  test.each(Object.entries(checks))("%s", (_, check) => check(running.platform));
});

function atOnce(call: (number: number) => Promise<TestResponse>): Promise<TestResponse[]> {
  return Promise.all(numbers.map(call));
}

async function seeded(platform: Platform): Promise<TestAccount> {
  const account = await platform.account({ redirectUris: [redirectUri], clock: { mode: "frozen", at: demoTime } });
  await account.seed({ records: { contacts: [{ id: "3101" }, { id: "3102" }] }, emails: [{ id: 1 }] });
  return account;
}

function send(account: TestAccount, message: object, firstname: string): Promise<TestResponse> {
  const contactProperties = [{ name: "firstname", value: firstname }];
  return account.call({ path: "/email/public/v1/singleEmail/send", body: { emailId: 1, message, contactProperties } });
}

function distinct(responses: readonly TestResponse[], field: string): number {
  return new Set(responses.map(({ body }) => body[field])).size;
}
