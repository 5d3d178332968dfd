import { expect } from "vitest";
import { expectInvalid, expectNotFound, expectScope } from "./rejections.ts";
import type { Platform, Rows, TestAccount } from "./rows.ts";

const path = "/cos-domains/v1/domains";
const moments = ["created", "updated"];
type Query = Readonly<Record<string, string | number>>;

const website = {
  id: "610001",
  domain: "www.haldeninstruments.example",
  primaryLandingPage: true,
  primaryEmail: false,
  created: 1768208400000,
  updated: 1775115000000,
  isUsingHttps: true,
  sslRequestId: "88120",
  usedFor: "LANDING_PAGE",
};
const mail = { id: "610002", domain: "mail.haldeninstruments.example", usedFor: "EMAIL" };

export const rows: Rows = {
  "domains-need-their-scope": async (platform) => {
    await expectScope(platform, "content", { path });
    await expectScope(platform, "content", { path: `${path}/610001` });
  },
  "domains-list": async (platform) => {
    const account = await seeded(platform, [website, mail]);
    expect(await found(account, {})).toEqual(["610001", "610002"]);
  },
  "domains-envelope": async (platform) => {
    const account = await seeded(platform, [website, mail]);
    const { body } = await account.call({ path, query: { limit: 1, offset: 1 } });
    expect(body).toEqual({ objects: [mail], total: 2, limit: 1, offset: 1 });
  },
  "domains-fields": async (platform) => {
    const account = await seeded(platform, [website, mail]);
    expect((await account.call({ path })).body.objects).toEqual([website, mail]);
  },
  "domains-of-one-account": async (platform) => {
    await seeded(platform, [website]);
    const other = await seeded(platform, [mail]);
    expect(await found(other, {})).toEqual(["610002"]);
  },

  "domains-limit-by-default": async (platform) => {
    const account = await seeded(platform, numbered(103));
    const { body } = await account.call({ path });
    expect([body.objects.length, body.limit, body.total]).toEqual([100, 100, 103]);
  },
  "domains-limit-without-maximum": async (platform) => {
    const account = await seeded(platform, numbered(103));
    expect(await found(account, { limit: 100_000 })).toHaveLength(103);
  },
  "domains-limit-at-least": async (platform) => {
    const account = await seeded(platform, [website]);
    expect(await found(account, { limit: 1 })).toEqual(["610001"]);
    expectInvalid(await account.call({ path, query: { limit: 0 } }), "limit");
  },
  "domains-offset-by-default": async (platform) => {
    const account = await seeded(platform, [website, mail]);
    const { body } = await account.call({ path, query: { limit: 1 } });
    expect([body.objects, body.offset]).toEqual([[website], 0]);
  },
  "domains-offset-at-least": async (platform) => {
    const account = await seeded(platform, [website]);
    expectInvalid(await account.call({ path, query: { offset: -1 } }), "offset");
  },
  "domains-walk": async (platform) => {
    const account = await seeded(platform, numbered(7));
    const walked = [];
    for (const offset of [0, 3, 6]) walked.push(...(await found(account, { limit: 3, offset })));
    expect(walked).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
  },
  "domains-past-the-end": async (platform) => {
    const account = await seeded(platform, [website]);
    const { status, body } = await account.call({ path, query: { offset: 1 } });
    expect([status, body]).toEqual([200, { objects: [], total: 1, limit: 100, offset: 1 }]);
  },
  "domains-order": async (platform) => {
    const account = await seeded(platform, [
      { id: "100", domain: "a.example" },
      { id: "20", domain: "b.example" },
      { id: "9", domain: "c.example" },
    ]);
    expect(await found(account, {})).toEqual(["9", "20", "100"]);
  },

  "domains-filter-by-creation": async (platform) => expectMoments(platform, ["created"], "", 2000, ["2"]),
  "domains-filter-by-change": async (platform) => expectMoments(platform, ["updated"], "", 2000, ["2"]),
  "domains-moment-range": async (platform) => expectMoments(platform, moments, "__range", "1000,2000", ["1", "2"]),
  "domains-moment-gt": async (platform) => expectMoments(platform, moments, "__gt", 2000, ["3"]),
  "domains-moment-gte": async (platform) => expectMoments(platform, moments, "__gte", 2000, ["2", "3"]),
  "domains-moment-lt": async (platform) => expectMoments(platform, moments, "__lt", 2000, ["1"]),
  "domains-moment-lte": async (platform) => expectMoments(platform, moments, "__lte", 2000, ["1", "2"]),
  "domains-moment-is-an-integer": async (platform) => {
    const account = await seeded(platform, [website]);
    expectInvalid(await account.call({ path, query: { created__lt: "yesterday" } }), "created__lt");
    expectInvalid(await account.call({ path, query: { updated__range: "5" } }), "updated__range");
  },
  "domains-filters-together": async (platform) => {
    const account = await seeded(platform, [
      { id: "1", domain: "a.example", created: 1, updated: 5 },
      { id: "2", domain: "b.example", created: 2, updated: 5 },
      { id: "3", domain: "c.example", created: 2, updated: 6 },
    ]);
    const { body } = await account.call({ path, query: { created__gt: 1, updated__lte: 5 } });
    expect([body.total, body.objects.map(({ id }: { id: string }) => id)]).toEqual([1, ["2"]]);
  },
  "domains-unknown-parameters": async (platform) => {
    const account = await seeded(platform, [website]);
    expect(await found(account, { domain: "another.example", usedFor: "EMAIL", created__icontains: "7" })).toEqual(["610001"]);
  },

  "domains-get": async (platform) => {
    const account = await seeded(platform, [website, mail]);
    const { status, body } = await account.call({ path: `${path}/610001` });
    expect([status, body]).toEqual([200, website]);
  },
  "domains-get-unknown": async (platform) => {
    const account = await seeded(platform, [website]);
    expectNotFound(await account.call({ path: `${path}/610099` }));
  },
  "domains-get-of-another-account": async (platform) => {
    await seeded(platform, [website]);
    const other = await seeded(platform, [mail]);
    expectNotFound(await other.call({ path: `${path}/610001` }));
  },
};

async function seeded(platform: Platform, domains: readonly object[]): Promise<TestAccount> {
  const account = await platform.account({ scopes: ["content"] });
  await account.seed({ domains });
  return account;
}

function numbered(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({ id: String(index + 1), domain: `d${index + 1}.example` }));
}

async function found(account: TestAccount, query: Query): Promise<string[]> {
  const { status, body } = await account.call({ path, query });
  expect(status).toBe(200);
  return body.objects.map(({ id }: { id: string }) => id);
}

async function expectMoments(
  platform: Platform,
  fields: readonly string[],
  operator: string,
  wanted: string | number,
  ids: readonly string[],
): Promise<void> {
  for (const field of fields) {
    const domains = [1, 2, 3].map((id) => ({ id: String(id), domain: `d${id}.example`, created: 99, updated: 99, [field]: id * 1000 }));
    const account = await seeded(platform, domains);
    expect(await found(account, { [`${field}${operator}`]: wanted }), field).toEqual(ids);
  }
}
