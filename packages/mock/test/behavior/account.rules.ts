import { expect } from "vitest";
import { refresh, tokensOf } from "./oauth/flow.ts";
import { demoTime, type Platform } from "./platform.ts";
import { rule, rules } from "./rules.ts";

const details = "/account-info/2026-03/details";
const usage = "/account-info/2026-03/api-usage/daily/private-apps";
const me = "/integrations/v1/me";

rules("account", {
  "account-any-token": rule(
    "Any access token of an installation can read the details and the usage of its account, whatever its scopes.",
    "documented",
  )(async (platform) => {
    const account = await platform.account({ scopes: [] });
    for (const path of [details, usage]) {
      expect((await account.call({ path })).status).toBe(200);
      expect((await platform.call({ path })).status).toBe(401);
    }
  }),
  "account-details": rule(
    "The details of a new account name its id, the type STANDARD, the time zone UTC and the currency USD. Each account has its own details.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    expect((await account.call({ path: details })).body).toEqual({
      ...{ portalId: account.accountId, accountType: "STANDARD", timeZone: "UTC", companyCurrency: "USD", additionalCurrencies: [] },
      ...{ utcOffset: "+00:00", utcOffsetMilliseconds: 0, uiDomain: "app.crm-platform.example", dataHostingLocation: "na1" },
    });
    const other = await platform.account();
    expect((await other.call({ path: details })).body.portalId).toBe(other.accountId);
  }),
  "account-time-zone": rule("The offset is that of the account's time zone at the time on the account's clock.", {
    grade: "assumed",
    source: "public reference of a similar API, for the fields",
  })(async (platform) => {
    for (const [timeZone, at, utcOffset, hours] of [
      ["America/New_York", "2026-01-15T12:00:00Z", "-05:00", -5],
      ["America/New_York", "2026-07-15T12:00:00Z", "-04:00", -4],
      ["Asia/Kolkata", demoTime, "+05:30", 5.5],
      ["America/St_Johns", "2026-01-15T12:00:00Z", "-03:30", -3.5],
    ] as const) {
      const account = await located(platform, timeZone, at);
      const offset = { timeZone, utcOffset, utcOffsetMilliseconds: hours * 3_600_000 };
      expect((await account.call({ path: details })).body).toMatchObject(offset);
    }
  }),
  "account-snapshot": rule(
    "A seed or a snapshot sets the type, the time zone and the currency of the account. An unknown time zone is rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    await account.seed({ profile: { accountType: "SANDBOX", timeZone: "Europe/Berlin", companyCurrency: "EUR" } });
    const restored = await platform.account();
    await platform.control("PUT", `/accounts/${restored.accountId}/snapshot`, await account.snapshot());
    const expected = { accountType: "SANDBOX", timeZone: "Europe/Berlin", companyCurrency: "EUR" };
    expect((await restored.call({ path: details })).body).toMatchObject(expected);
    await expect(account.seed({ profile: { timeZone: "Europe/Nowhere" } })).rejects.toThrow(
      "profile.timeZone must be the name of a time zone",
    );
  }),
  "account-currency": rule(
    "The property `hs_annual_revenue_currency_code` of companies contains the account's currency, in responses and searches, also after " +
      "the currency has changed.",
    { grade: "assumed", source: "recordings of a similar API, for accounts with USD" },
  )(async (platform) => {
    const account = await platform.account();
    const property = "hs_annual_revenue_currency_code";
    const search = async (value: string) => {
      const filters = [{ propertyName: property, operator: "EQ", value }];
      return (await account.call({ path: "/crm/objects/2026-03/companies/search", body: { filterGroups: [{ filters }] } })).body.total;
    };
    const create = async () =>
      (await account.call({ path: "/crm/objects/2026-03/companies", body: { properties: { name: "Larkspur" } } })).body;
    const first = await create();
    expect([first.properties[property], await search("USD")]).toEqual(["USD", 1]);
    await account.seed({ profile: { companyCurrency: "EUR" } });
    expect((await create()).properties[property]).toBe("EUR");
    const read = await account.call({ path: `/crm/objects/2026-03/companies/${first.id}`, query: { properties: property } });
    expect([read.body.properties[property], await search("USD"), await search("EUR")]).toEqual(["EUR", 0, 2]);
  }),
  "account-usage": rule(
    "The usage counts the requests of all apps of the account that count toward the daily limit, and starts again at 0 on the next day in " +
      "UTC. Without rate limits, it is 0.",
    { grade: "assumed", source: "public documentation of a similar API, for counting all apps together" },
  )(async (platform) => {
    const account = await platform.account({ rateLimits: true, dailyLimit: 20, clock: { mode: "frozen", at: demoTime } });
    const second = await account.installApp();
    for (const app of [account, second]) await app.call({ path: details });
    const { body } = await account.call({ path: usage });
    expect(body.results).toEqual([
      {
        ...{ name: "private-apps-api-calls-daily", currentUsage: 3, usageLimit: 20, fetchStatus: "SUCCESS" },
        ...{ collectedAt: demoTime, resetsAt: "2026-04-21T00:00:00Z" },
      },
    ]);
    await account.advance(16 * 3_600_000);
    const { access_token: token } = tokensOf(await refresh(platform, account));
    expect((await account.call({ path: usage, token })).body.results).toMatchObject([
      { currentUsage: 1, resetsAt: "2026-04-22T00:00:00Z" },
    ]);
    const unlimited = await platform.account({ rateLimits: false });
    await unlimited.call({ path: details });
    expect((await unlimited.call({ path: usage })).body.results).toMatchObject([{ currentUsage: 0 }]);
  }),
  "account-versions": rule("All versions return the same details and the same usage.", {
    grade: "documented",
    source: "public reference of a similar API",
  })(async (platform) => {
    const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
    for (const path of [details, usage]) {
      const { body } = await account.call({ path });
      for (const version of ["v3", "2025-09", "2026-09"]) {
        expect((await account.call({ path: path.replace("2026-03", version) })).body).toEqual(body);
      }
    }
  }),
});

rules("accountV1", {
  "account-v1-details": rule(
    "Any access token of an installation can read the id, the time zone and the currency of its account.",
    "documented",
  )(async (platform) => {
    const account = await located(platform, "Europe/Berlin", demoTime);
    expect((await account.call({ path: me })).body).toEqual({
      ...{ portalId: account.accountId, timeZone: "Europe/Berlin", currency: "USD" },
      ...{ utcOffset: "+02:00", utcOffsetMilliseconds: 7_200_000 },
    });
    expect((await platform.call({ path: me })).status).toBe(401);
  }),
});

async function located(platform: Platform, timeZone: string, at: string) {
  return platform.account({ scopes: [], clock: { mode: "frozen", at }, state: { profile: { timeZone } } });
}
