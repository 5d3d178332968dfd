import { expect } from "vitest";
import type { Platform, TestAccount } from "./platform.ts";
import { expectInvalid, expectNotFound, expectScope } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

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

rules("domainsV1", {
  "domains-need-their-scope": rule(
    "Listing and reading domains require the scope `content`.",
    "documented",
  )(async (platform) => {
    await expectScope(platform, "content", { path });
    await expectScope(platform, "content", { path: `${path}/610001` });
  }),
  "domains-list": rule("The response has status 200 and contains the domains of the account.", {
    grade: "described",
    source: "platform description, Content pages and domains",
  })(async (platform) => {
    const account = await seeded(platform, [website, mail]);
    expect(await found(account, {})).toEqual(["610001", "610002"]);
  }),
  "domains-envelope": rule("The response contains the domains in `objects`, and also the fields `total`, `limit` and `offset`.", {
    grade: "described",
    source: "platform description, Domain",
  })(async (platform) => {
    const account = await seeded(platform, [website, mail]);
    const { body } = await account.call({ path, query: { limit: 1, offset: 1 } });
    expect(body).toEqual({ objects: [mail], total: 2, limit: 1, offset: 1 });
  }),
  "domains-fields": rule("A domain in the response has the same fields as in the account's state. Fields without a value are omitted.", {
    grade: "described",
    source: "platform description, Domain",
  })(async (platform) => {
    const account = await seeded(platform, [website, mail]);
    expect((await account.call({ path })).body.objects).toEqual([website, mail]);
  }),
  "domains-of-one-account": rule(
    "The list does not contain domains of other accounts.",
    "assumed",
  )(async (platform) => {
    await seeded(platform, [website]);
    const other = await seeded(platform, [mail]);
    expect(await found(other, {})).toEqual(["610002"]);
  }),

  // Paging
  "domains-limit-by-default": rule("Without `limit`, the response contains at most 100 domains.", {
    grade: "described",
    source: "platform description, Limits",
  })(async (platform) => {
    const account = await seeded(platform, numbered(103));
    const { body } = await account.call({ path });
    expect([body.objects.length, body.limit, body.total]).toEqual([100, 100, 103]);
  }),
  "domains-limit-without-maximum": rule(
    "`limit` can have any value of 1 or more.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, numbered(103));
    expect(await found(account, { limit: 100_000 })).toHaveLength(103);
  }),
  "domains-limit-at-least": rule(
    "A `limit` below 1 is rejected with status 400 and an error for `limit`.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [website]);
    expect(await found(account, { limit: 1 })).toEqual(["610001"]);
    expectInvalid(await account.call({ path, query: { limit: 0 } }), "limit");
  }),
  "domains-offset-by-default": rule("Without `offset`, the list starts at the first domain.", {
    grade: "described",
    source: "platform description, Limits",
  })(async (platform) => {
    const account = await seeded(platform, [website, mail]);
    const { body } = await account.call({ path, query: { limit: 1 } });
    expect([body.objects, body.offset]).toEqual([[website], 0]);
  }),
  "domains-offset-at-least": rule(
    "An `offset` below 0 is rejected with status 400 and an error for `offset`.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [website]);
    expectInvalid(await account.call({ path, query: { offset: -1 } }), "offset");
  }),
  "domains-walk": rule("A client that increases the offset page by page receives every domain exactly once.", {
    grade: "described",
    source: "platform description, Content pages and domains",
  })(async (platform) => {
    const account = await seeded(platform, numbered(7));
    const walked = [];
    for (const offset of [0, 3, 6]) walked.push(...(await found(account, { limit: 3, offset })));
    expect(walked).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
  }),
  "domains-past-the-end": rule(
    "If the offset is past the end of the list, `objects` is empty, and `total` is still present.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [website]);
    const { status, body } = await account.call({ path, query: { offset: 1 } });
    expect([status, body]).toEqual([200, { objects: [], total: 1, limit: 100, offset: 1 }]);
  }),
  "domains-order": rule(
    "Domains are ordered numerically by id.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [
      { id: "100", domain: "a.example" },
      { id: "20", domain: "b.example" },
      { id: "9", domain: "c.example" },
    ]);
    expect(await found(account, {})).toEqual(["9", "20", "100"]);
  }),

  // Filters
  "domains-filter-by-creation": rule(
    "`created` selects domains that were created at exactly the given time.",
    "assumed",
  )(async (platform) => expectMoments(platform, ["created"], "", 2000, ["2"])),
  "domains-filter-by-change": rule(
    "`updated` selects domains that were last changed at exactly the given time.",
    "assumed",
  )(async (platform) => expectMoments(platform, ["updated"], "", 2000, ["2"])),
  "domains-moment-range": rule(
    "`created__range` and `updated__range` select domains that were created or last changed between two times, including both times.",
    "assumed",
  )(async (platform) => expectMoments(platform, moments, "__range", "1000,2000", ["1", "2"])),
  "domains-moment-gt": rule(
    "`created__gt` and `updated__gt` select domains that were created or last changed after the given time.",
    "assumed",
  )(async (platform) => expectMoments(platform, moments, "__gt", 2000, ["3"])),
  "domains-moment-gte": rule(
    "`created__gte` and `updated__gte` select domains that were created or last changed at or after the given time.",
    "assumed",
  )(async (platform) => expectMoments(platform, moments, "__gte", 2000, ["2", "3"])),
  "domains-moment-lt": rule(
    "`created__lt` and `updated__lt` select domains that were created or last changed before the given time.",
    "assumed",
  )(async (platform) => expectMoments(platform, moments, "__lt", 2000, ["1"])),
  "domains-moment-lte": rule(
    "`created__lte` and `updated__lte` select domains that were created or last changed at or before the given time.",
    "assumed",
  )(async (platform) => expectMoments(platform, moments, "__lte", 2000, ["1", "2"])),
  "domains-moment-is-an-integer": rule(
    "A time that is not an integer, or a range that does not contain exactly two times, is rejected with status 400 and an error for " +
      "the parameter.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [website]);
    expectInvalid(await account.call({ path, query: { created__lt: "yesterday" } }), "created__lt");
    expectInvalid(await account.call({ path, query: { updated__range: "5" } }), "updated__range");
  }),
  "domains-filters-together": rule(
    "If a request has several filters, the list contains only the domains that match all of them, and `total` is the number of these " +
      "domains.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [
      { id: "1", domain: "a.example", created: 1, updated: 5 },
      { id: "2", domain: "b.example", created: 2, updated: 5 },
      { id: "3", domain: "c.example", created: 2, updated: 6 },
    ]);
    const { body } = await account.call({ path, query: { created__gt: 1, updated__lte: 5 } });
    expect([body.total, body.objects.map(({ id }: { id: string }) => id)]).toEqual([1, ["2"]]);
  }),
  "domains-unknown-parameters": rule(
    "The service ignores unknown parameters.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [website]);
    expect(await found(account, { domain: "another.example", usedFor: "EMAIL", created__icontains: "7" })).toEqual(["610001"]);
  }),

  // One domain
  "domains-get": rule("A request for a domain by its id returns the domain.", {
    grade: "described",
    source: "platform description, Content pages and domains",
  })(async (platform) => {
    const account = await seeded(platform, [website, mail]);
    const { status, body } = await account.call({ path: `${path}/610001` });
    expect([status, body]).toEqual([200, website]);
  }),
  "domains-get-unknown": rule(
    "A request for a domain with an unknown id returns 404 and the category OBJECT_NOT_FOUND.",
    "observed",
  )(async (platform) => {
    const account = await seeded(platform, [website]);
    expectNotFound(await account.call({ path: `${path}/610099` }));
  }),
  "domains-get-of-another-account": rule(
    "A request for another account's domain returns 404 and the category OBJECT_NOT_FOUND.",
    "assumed",
  )(async (platform) => {
    await seeded(platform, [website]);
    const other = await seeded(platform, [mail]);
    expectNotFound(await other.call({ path: `${path}/610001` }));
  }),
});

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
