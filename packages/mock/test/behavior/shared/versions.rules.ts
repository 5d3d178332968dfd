import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount } from "../platform.ts";
import { rule, rules } from "../rules.ts";
import { sender } from "../transactionalEmailV1/sending.ts";

/** The described path of each interface, and the path in its other versions, oldest first. */
const paths: readonly (readonly [described: string, ...others: string[]])[] = [
  ["/crm/objects/2026-03/contacts/3101", "/crm/v3/objects/contacts/3101", ...dated("/crm/objects/*/contacts/3101")],
  ["/crm/objects/2026-03/0-1", "/crm/v3/objects/0-1", ...dated("/crm/objects/*/0-1")],
  [
    "/crm/objects/2026-03/contacts/3101/associations/companies",
    "/crm/v4/objects/contacts/3101/associations/companies",
    "/crm/objects/2025-09/contacts/3101/associations/companies",
  ],
  [
    "/crm/associations/2026-03/contacts/companies/labels",
    "/crm/v4/associations/contacts/companies/labels",
    ...dated("/crm/associations/*/contacts/companies/labels"),
  ],
  [
    "/crm/associations/2026-03/definitions/configurations/all",
    "/crm/associations/v4/definitions/configurations/all",
    ...dated("/crm/associations/*/definitions/configurations/all"),
  ],
  ["/crm/properties/2026-03/contacts/badge", "/crm/v3/properties/contacts/badge", ...dated("/crm/properties/*/contacts/badge")],
  ["/crm-object-schemas/2026-03/schemas", "/crm-object-schemas/v3/schemas", "/crm/v3/schemas", ...dated("/crm-object-schemas/*/schemas")],
  ["/crm/pipelines/2026-03/deals", "/crm/v3/pipelines/deals", ...dated("/crm/pipelines/*/deals")],
  ["/events/2026-03/event-definitions", "/events/v3/event-definitions", ...dated("/events/custom/*/event-definitions")],
  ["/events/event-occurrences/2026-03/event-types", "/events/v3/events/event-types", ...dated("/events/event-occurrences/*/event-types")],
  ["/webhooks/2026-03/27314/subscriptions", "/webhooks/v3/27314/subscriptions", ...dated("/app-webhooks/*/27314/subscriptions")],
  ["/marketing/transactional/2026-03/smtp-tokens", "/marketing/v3/transactional/smtp-tokens"],
  ["/cms/domains/2026-03", "/cms/v3/domains", ...dated("/cms/domains/*")],
];

function dated(path: string): string[] {
  return ["2025-09", "2026-09"].map((version) => path.replace("*", version));
}

rules("shared", {
  "versions-over-one-state": rule(
    "All versions of an interface return the same data.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    for (const [described, ...others] of paths) {
      const { status, body } = await account.call({ path: described });
      expect([described, status]).toEqual([described, 200]);
      for (const path of others) expect([path, (await account.call({ path })).body]).toEqual([path, body]);
    }
  }),
  "versions-write-one-state": rule(
    "What one version of an interface writes, the other versions return.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    const { status, body } = await account.call({ path: "/crm/v3/objects/contacts", body: { properties: { firstname: "Ada" } } });
    expect(status).toBe(201);
    await account.call({ method: "PATCH", path: `/crm/objects/2026-09/contacts/${body.id}`, body: { properties: { lastname: "Byron" } } });
    const { properties } = (await account.call({ path: `/crm/objects/2026-03/contacts/${body.id}` })).body;
    expect(properties).toMatchObject({ firstname: "Ada", lastname: "Byron" });
  }),
  "versions-of-sends": rule(
    "The versions of transactional email, among them the single send, accept the same email.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform);
    const paths = [
      "/marketing/transactional/2026-03/single-email/send",
      "/marketing/v3/transactional/single-email/send",
      "/marketing/v4/email/single-send",
      "/marketing/email-campaigns/2026-03/single-send",
      ...dated("/marketing/transactional/*/single-email/send"),
    ];
    for (const path of paths) {
      const { status, body } = await account.call({ path, body: { emailId: 1, message: { to: "jonas@larkspur.example" } } });
      expect([path, status, body.sendResult]).toEqual([path, 200, "SENT"]);
    }
  }),
  "versions-of-tokens": rule(
    "The token endpoint accepts the same grants in v3 and 2026-03.",
    "documented",
  )(async (platform) => {
    const { app, refreshToken, call } = await platform.account({ clock: { mode: "frozen", at: demoTime } });
    const form = { grant_type: "refresh_token", client_id: app.clientId, client_secret: app.clientSecret, refresh_token: refreshToken };
    for (const version of ["v3", "2026-03", "2026-09"]) {
      const { status, body } = await platform.call({ path: `/oauth/${version}/token`, form });
      expect([version, status]).toEqual([version, 200]);
      expect((await call({ path: "/cms/v3/domains", token: body.access_token })).status).toBe(200);
    }
  }),
  "versions-of-this-interface": rule(
    "A version that another interface has under the same prefix is unknown: v4 has associations, but no records, and v3 the opposite.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    for (const path of [
      "/crm/v4/objects/contacts/3101",
      "/crm/v3/objects/contacts/3101/associations/companies",
      "/crm/v4/associations/definitions/configurations/all",
      "/marketing/transactional/2025-09/smtp-tokens",
    ]) {
      expect([path, (await account.call({ path })).status]).toEqual([path, 404]);
    }
  }),
  "versions-of-merges": rule(
    "In every version, records are merged under the plural and the singular name and under the id of their type.",
    "observed",
  )(async (platform) => {
    const types = [
      ["contacts", "contact", "0-1"],
      ["companies", "company", "0-2"],
      ["deals", "deal", "0-3"],
      ["tickets", "ticket", "0-5"],
    ] as const;
    for (const [type, singular, id] of types) {
      const account = await seeded(platform);
      const ids = ["901", "902", "903", "904", "905", "906", "907"];
      await account.seed({ records: { [type]: ids.map((one) => ({ id: one })) } });
      const merges = ["/crm/v3/objects", "/crm/objects/2026-03"].flatMap((prefix) =>
        [type, singular, id].map((name) => `${prefix}/${name}`),
      );
      let primaryObjectId = "901";
      for (const [index, path] of merges.entries()) {
        const objectIdToMerge = ids[index + 1];
        const { status, body } = await account.call({ path: `${path}/merge`, body: { primaryObjectId, objectIdToMerge } });
        expect([path, status]).toEqual([path, 200]);
        primaryObjectId = body.id;
      }
    }
  }),
  "trailing-slash": rule(
    "A slash at the end of a path is ignored, in every version.",
    "observed",
  )(async (platform) => {
    const account = await seeded(platform);
    for (const path of ["/crm/objects/2026-03/contacts", "/crm/v3/objects/contacts", "/cos-domains/v1/domains"]) {
      const { body } = await account.call({ path });
      const withSlash = await account.call({ path: `${path}/`, query: { limit: 100 } });
      expect([path, withSlash.status, withSlash.body]).toEqual([path, 200, body]);
    }
  }),
  "page-link": rule(
    "Where there is a next page, `paging.next.link` is its URL, in the version that the request used.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    const paths = ["/crm/objects/2026-03/contacts", "/crm/v3/objects/contacts", "/cms/v3/domains", "/crm/v3/objects/contacts/"];
    for (const path of paths) {
      const { link, after } = (await account.call({ path, query: { limit: 1, archived: false } })).body.paging.next;
      expect(link).toBe(`${platform.origin}${path}?limit=1&archived=false&after=${after}`);
      const { pathname, search } = new URL(link);
      expect((await account.call({ path: pathname + search })).body.results).toHaveLength(1);
    }
  }),
  "page-link-behind-a-proxy": rule(
    "Behind a proxy that sends `X-Forwarded-Proto` and `X-Forwarded-Host`, `paging.next.link` has the address that the client used.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "mock.example" };
    const { body } = await account.call({ path: "/crm/v3/objects/contacts", query: { limit: 1 }, headers });
    expect(body.paging.next.link).toBe(`https://mock.example/crm/v3/objects/contacts?limit=1&after=${body.paging.next.after}`);
  }),
  "version-headers": rule(
    "The responses of a version that ends have the headers `Deprecation` and `Sunset` from the release of 2026-03 on, by the account's " +
      "clock. Other versions have neither.",
    { grade: "assumed", source: "RFC 9745 and RFC 8594" },
  )(async (platform) => {
    const account = await seeded(platform);
    const headersOf = async (path: string) => {
      const { headers } = await account.call({ path });
      return [headers.get("deprecation"), headers.get("sunset")];
    };
    const deprecation = "@1772323200";
    expect(await headersOf("/crm/v3/objects/contacts")).toEqual([deprecation, "Wed, 01 Sep 2027 00:00:00 GMT"]);
    expect(await headersOf("/crm/v4/associations/contacts/companies/labels")).toEqual([deprecation, "Tue, 30 Mar 2027 00:00:00 GMT"]);
    expect(await headersOf("/crm/objects/2025-09/contacts")).toEqual([deprecation, "Mon, 01 Mar 2027 00:00:00 GMT"]);
    expect(await headersOf("/crm/objects/2026-03/contacts")).toEqual([null, null]);
    expect(await headersOf("/crm/objects/2026-09/contacts")).toEqual([null, null]);
    expect(await headersOf("/crm/v3/associations/contacts/companies/types")).toEqual([null, null]);
    await account.freeze("2026-02-28T23:59:59.999Z");
    expect(await headersOf("/crm/v3/objects/contacts")).toEqual([null, null]);
  }),
  "version-ends": rule(
    "From its end date on, a version returns 410 with the category SUNSET_INTERFACE, and the message names the date and the described " +
      "operation. Versions respond before their release.",
    "assumed",
  )(async (platform) => {
    const ends = [
      [
        "/crm/v4/associations/contacts/companies/labels",
        "v4",
        "2027-03-30",
        "GET /crm/associations/2026-03/{fromObjectType}/{toObjectType}/labels",
      ],
      ["/crm/v3/objects/contacts", "v3", "2027-09-01", "GET /crm/objects/2026-03/{objectType}"],
      ["/crm/objects/2025-09/contacts", "2025-09", "2027-03-01", "GET /crm/objects/2026-03/{objectType}"],
    ] as const;
    for (const [path, version, date, replacement] of ends) {
      const account = await seeded(platform);
      await account.freeze(Date.parse(date) - 1);
      const token = (await renewed(platform, account)).access_token;
      expect([path, (await account.call({ path, token })).status]).toEqual([path, 200]);
      await account.advance(1);
      const { status, body } = await account.call({ path, token });
      const message = `Version ${version} of this interface ended on ${date}. Use ${replacement}.`;
      expect([path, status, body.category, body.message]).toEqual([path, 410, "SUNSET_INTERFACE", message]);
      const described = replacement
        .slice(4)
        .replace("{objectType}", "contacts")
        .replace("{fromObjectType}/{toObjectType}", "contacts/companies");
      expect((await account.call({ path: described, token })).status).toBe(200);
    }
  }),
});

async function renewed(platform: Platform, { app, refreshToken }: TestAccount) {
  const form = { grant_type: "refresh_token", client_id: app.clientId, client_secret: app.clientSecret, refresh_token: refreshToken };
  return (await platform.call({ path: "/oauth/2026-03/token", form })).body;
}

async function seeded(platform: Platform): Promise<TestAccount> {
  const account = await platform.account({ clock: { mode: "frozen", at: demoTime }, app: { appId: 27314 } });
  await account.seed({
    records: {
      contacts: [{ id: "3101" }, { id: "3102" }, { id: "3103" }],
      companies: [{ id: "5201" }],
    },
    properties: { contacts: [{ name: "badge", label: "Badge", type: "string", fieldType: "text", groupName: "contactinformation" }] },
    domains: [
      { id: "1", domain: "one.example" },
      { id: "2", domain: "two.example" },
      { id: "3", domain: "three.example" },
    ],
  });
  const association = { method: "PUT", path: "/crm/v4/objects/contacts/3101/associations/default/companies/5201" };
  expect((await account.call(association)).status).toBe(200);
  return account;
}
