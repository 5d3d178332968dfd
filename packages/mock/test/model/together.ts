import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount, type TestResponse } from "../behavior/platform.ts";

const many = 24;
const numbers = Array.from({ length: many }, (_, index) => index + 1);
const companies = numbers.map((number) => ({ id: String(5200 + number) }));
const redirectUri = "https://one.example/back";

export const together: Readonly<Record<string, (platform: Platform) => Promise<void>>> = {
  "one company is the primary company": async (platform) => {
    const account = await seeded(platform);
    await atOnce((number) => associate(account, number, 3101, 5200 + number));
    const { associations } = await account.snapshot();
    const types: string[] = associations.map(({ type }: { type: string }) => type);
    expect(types.filter((type) => type === "contact_to_company")).toHaveLength(1);
    expect(types.filter((type) => type === "contact_to_company_unlabeled")).toHaveLength(many - 1);
  },
  "all created associations exist, and all removed associations are gone": async (platform) => {
    const account = await seeded(platform);
    const odd = numbers.filter((number) => number % 2 === 1);
    for (const number of odd) await associate(account, number, 3102, 5200 + number, true);
    await atOnce((number) => associate(account, number + 1, 3102, 5200 + number, number % 2 === 0));
    const { associations } = await account.snapshot();
    const ends = associations.map(({ to }: { to: string }) => to);
    expect(ends).toEqual(numbers.filter((number) => number % 2 === 0).map((number) => `companies/${5200 + number}`));
  },
  "no label is lost": async (platform) => {
    const account = await seeded(platform);
    const path = "/crm/associations/2026-03/contacts/companies/labels";
    const labels = numbers.slice(0, 10);
    await Promise.all([
      ...labels.map((number) => account.call({ path, body: { name: `label_${number}`, label: `Label ${number}` } })),
      ...numbers.map((number) => associate2026(account, 3101, 5200 + number, number % 2 === 0 ? 1 : 279)),
    ]);
    const { associations, associationLabels } = await account.snapshot();
    expect(associationLabels.map(({ name }: { name: string }) => name).sort()).toEqual(labels.map((number) => `label_${number}`).sort());
    expect(new Set(associations.map(({ to }: { to: string }) => to)).size).toBe(many);
    expect(associations.filter(({ type }: { type: string }) => type === "contact_to_company")).toHaveLength(1);
  },
  "no number is used twice": async (platform) => {
    const account = await seeded(platform);
    const body = { createdBy: "owner@hub.example", campaignName: "spring" };
    const responses = await atOnce(() => account.call({ path: "/email/public/v1/smtpapi/tokens", body }));
    for (const field of ["userName", "emailCampaignId", "password"]) expect(distinct(responses, field)).toBe(many);
    expect((await account.call({ path: "/email/public/v1/smtpapi/tokens" })).body).toHaveLength(many);
  },
  "one email is sent per sendId": async (platform) => {
    const account = await seeded(platform);
    const responses = await atOnce(() => send(account, { to: "ann@customer.example", sendId: "s1" }, "Ann"));
    for (const { body } of responses) expect(body).toEqual(responses[0]?.body);
    expect(responses[0]?.body.sendResult).toBe("SENT");
    expect((await platform.control("GET", `/outbox?accountId=${account.accountId}`)).body.results).toHaveLength(1);
  },
  "one contact is created, with every value in its history": async (platform) => {
    const account = await seeded(platform);
    await atOnce((number) => send(account, { to: "bo@customer.example" }, `Bo ${number}`));
    expect((await platform.control("GET", `/outbox?accountId=${account.accountId}`)).body.results).toHaveLength(many);
    const { contacts } = (await account.snapshot()).records;
    const made = contacts.filter(({ properties }: { properties: object }) => "email" in properties);
    expect(made).toHaveLength(1);
    const values = made[0].properties.firstname.map(({ value }: { value: string }) => value);
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
    const given = responses.filter(({ status }) => status === 200).map(({ body }) => body);
    expect(given).toHaveLength(1);
    expect(responses.filter(({ body }) => body.status === "BAD_AUTH_CODE")).toHaveLength(many - 1);
    const refresh = { ...client, grant_type: "refresh_token", refresh_token: given[0].refresh_token };
    expect((await platform.call({ path: "/oauth/v1/token", form: refresh })).body.status).toBe("BAD_REFRESH_TOKEN");
    expect((await platform.call({ path: "/cos-domains/v1/domains", token: given[0].access_token })).status).toBe(401);
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
    const given = responses.flatMap(({ body }) => (body?.access_token === undefined ? [] : [body.access_token]));
    expect(responses.filter(({ body }) => body?.status === "BAD_REFRESH_TOKEN").length + given.length).toBe(many - 1);
    for (const token of [account.accessToken, ...given]) {
      expect((await platform.call({ path: "/cos-domains/v1/domains", token })).status).toBe(401);
    }
  },
  "every account contains only the data that it wrote": async (platform) => {
    const accounts = await Promise.all(Array.from({ length: 3 }, () => seeded(platform)));
    expect(new Set(accounts.map(({ accountId }) => accountId)).size).toBe(accounts.length);
    const broadcasts = "/broadcast/v1/broadcasts";
    const body = { channelGuid: "c-1", status: "DRAFT" };
    const written = await Promise.all(
      accounts.map(async (account, place) => {
        const own = numbers.filter((number) => number % accounts.length >= place);
        const all = await Promise.all(
          own.flatMap((number) => [
            associate(account, number, 3101, 5200 + number, true),
            account.call({ method: "DELETE", path: `/crm/objects/2026-03/tickets/${9600 + number}` }),
            account.call({ path: "/events/2026-03/event-definitions", body: { label: `Event ${number}` } }),
            account.call({ path: broadcasts, body: { ...body, content: { body: `Of ${account.accountId}` } } }),
          ]),
        );
        expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 201, 204]));
        return own;
      }),
    );
    for (const [place, account] of accounts.entries()) {
      const own = written[place] ?? [];
      const state = await account.snapshot();
      expect(state.associations.map(({ to }: { to: string }) => to)).toEqual(own.map((number) => `companies/${5200 + number}`));
      const archived = state.records.tickets
        .filter((ticket: object) => "archivedAt" in ticket)
        .map(({ id }: { id: string }) => Number(id) - 9600);
      expect(archived).toEqual(own);
      const names = state.eventDefinitions.map(({ fullyQualifiedName }: { fullyQualifiedName: string }) => fullyQualifiedName);
      expect(names.sort()).toEqual(own.map((number) => `pe${account.accountId}_event_${number}`).sort());
      expect(state.broadcasts).toHaveLength(own.length);
      for (const { content } of state.broadcasts) expect(content.body).toBe(`Of ${account.accountId}`);
    }
  },
};

function atOnce(ask: (number: number) => Promise<TestResponse>): Promise<TestResponse[]> {
  return Promise.all(numbers.map(ask));
}

async function seeded(platform: Platform): Promise<TestAccount> {
  const account = await platform.account({ redirectUris: [redirectUri], clock: { mode: "frozen", at: demoTime } });
  await account.seed({
    records: { contacts: [{ id: "3101" }, { id: "3102" }], companies, tickets: numbers.map((number) => ({ id: String(9600 + number) })) },
    emails: [{ id: 1 }],
    channels: [{ channelGuid: "c-1", channelKey: "CompanyPage:4407", type: "CompanyPage", active: true }],
  });
  return account;
}

/** The number selects the interface, the direction and the action. */
async function associate(account: TestAccount, number: number, contact: number, company: number, isKept?: boolean): Promise<TestResponse> {
  const isPrimary = isKept === undefined;
  const isNew = isKept ?? true;
  const [from, to, pair] = number % 4 < 2 ? [contact, company, "contacts/companies"] : [company, contact, "companies/contacts"];
  const [name, definitionId] =
    pair === "contacts/companies" ? ["contact_to_company", isPrimary ? 1 : 279] : ["company_to_contact", isPrimary ? 2 : 280];
  if (number % 2 === 0) {
    const input = { from: { id: String(from) }, to: { id: String(to) }, type: isPrimary ? name : `${name}_unlabeled` };
    return account.call({ path: `/crm/v3/associations/${pair}/batch/${isNew ? "create" : "archive"}`, body: { inputs: [input] } });
  }
  const body = { fromObjectId: from, toObjectId: to, category: "SERVICE_DEFINED", definitionId };
  return account.call({ method: "PUT", path: `/crm-associations/v1/associations${isNew ? "" : "/delete"}`, body });
}

function associate2026(account: TestAccount, contact: number, company: number, typeId: number): Promise<TestResponse> {
  const path = `/crm/objects/2026-03/contacts/${contact}/associations/companies/${company}`;
  return account.call({ method: "PUT", path, body: [{ associationCategory: "SERVICE_DEFINED", associationTypeId: typeId }] });
}

function send(account: TestAccount, message: object, firstname: string): Promise<TestResponse> {
  const contactProperties = [{ name: "firstname", value: firstname }];
  return account.call({ path: "/email/public/v1/singleEmail/send", body: { emailId: 1, message, contactProperties } });
}

function distinct(responses: readonly TestResponse[], field: string): number {
  return new Set(responses.map(({ body }) => body[field])).size;
}
