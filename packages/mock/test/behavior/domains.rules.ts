import { expect } from "vitest";
import type { Platform, TestAccount } from "./platform.ts";
import { expectInvalid, expectNotFound } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const path = "/cms/domains/2026-03";
type Query = Readonly<Record<string, string | number | boolean>>;

const scopes = [
  "cms.domains.read",
  "cms.domains.write",
  "cms.knowledge_base.settings.read",
  "cms.knowledge_base.settings.write",
  "content",
];
const website = {
  id: "610001",
  domain: "www.haldeninstruments.example",
  primaryBlog: true,
  primaryEmail: false,
  isResolving: true,
  isUsingHttps: true,
  created: 1768208400000,
  updated: 1775115000000,
  usedFor: "LANDING_PAGE",
};
const newer = { isSslOnly: true, correctCname: "sites.crm-platform.example", secondaryToDomain: "haldeninstruments.example" };
const noUse = {
  isUsedForBlogPost: false,
  isUsedForEmail: false,
  isUsedForKnowledge: false,
  isUsedForLandingPage: false,
  isUsedForSitePage: false,
};

rules("domains", {
  "domains-need-a-scope": rule(
    "Listing and reading domains require one of the scopes `cms.domains.read`, `cms.domains.write`, `cms.knowledge_base.settings.read`, " +
      "`cms.knowledge_base.settings.write` or `content`.",
    "documented",
  )(async ({ account }) => {
    for (const address of [path, `${path}/1`]) {
      const rejected = await (await account({ scopes: ["tickets"] })).call({ path: address });
      expect([rejected.status, rejected.body.category]).toEqual([403, "MISSING_SCOPES"]);
      expect(rejected.body.errors[0].context.requiredGranularScopes).toEqual(scopes);
      for (const scope of scopes) expect((await (await account({ scopes: [scope] })).call({ path: address })).status).not.toBe(403);
    }
  }),
  "domains-share-state-with-v1": rule(
    "Versions 2026-03 and v1 return the same domains. Version v1 omits the fields that only version 2026-03 has.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [{ ...website, ...newer }]);
    expect((await account.call({ path: `${path}/610001` })).body).toMatchObject({ domain: website.domain, ...newer });
    expect((await account.call({ path: "/cos-domains/v1/domains/610001" })).body).toEqual(website);
    expect((await account.call({ path: "/cos-domains/v1/domains" })).body.objects).toEqual([website]);
  }),
  "domain-fields": rule(
    "In version 2026-03, times are ISO 8601 timestamps, `isSslEnabled` has the value of the v1 field `isUsingHttps`, and " +
      "`primaryBlogPost` has the value of `primaryBlog`. Fields without a value are omitted.",
    { grade: "assumed", source: "the public documentation of a similar API lists the fields" },
  )(async (platform) => {
    const account = await seeded(platform, [website]);
    expect((await account.call({ path })).body.results).toEqual([
      {
        ...noUse,
        id: "610001",
        domain: "www.haldeninstruments.example",
        created: "2026-01-12T09:00:00Z",
        updated: "2026-04-02T07:30:00Z",
        isResolving: true,
        isSslEnabled: true,
        isUsedForBlogPost: true,
        isUsedForLandingPage: true,
        primaryBlogPost: true,
        primaryEmail: false,
      },
    ]);
  }),
  "domains-used-for": rule(
    "A domain is used for a kind of content if it is the primary domain for that kind, or if the v1 field `usedFor` names that kind. If " +
      "`isResolving` has no value, it is `false` in the response.",
    "assumed",
  )(async (platform) => {
    const kinds = { BLOG_POST: "BlogPost", EMAIL: "Email", KNOWLEDGE: "Knowledge", LANDING_PAGE: "LandingPage", SITE_PAGE: "SitePage" };
    const named = Object.keys(kinds).map((usedFor) => ({ id: usedFor, domain: "a.example", usedFor }));
    const primaries = ["Blog", "Email", "Knowledge", "LandingPage", "SitePage"];
    const primary = primaries.map((kind) => ({ id: kind, domain: "b.example", [`primary${kind}`]: true }));
    const account = await seeded(platform, [...named, ...primary]);
    const used = async (id: string) => {
      const { body } = await account.call({ path: `${path}/${id}` });
      expect(body.isResolving).toBe(false);
      return Object.keys(noUse).filter((field) => body[field]);
    };
    for (const [usedFor, kind] of Object.entries(kinds)) expect(await used(usedFor)).toEqual([`isUsedFor${kind}`]);
    for (const kind of primaries) expect(await used(kind)).toEqual([`isUsedFor${kind === "Blog" ? "BlogPost" : kind}`]);
  }),
  "domain-of-one-account": rule(
    "The list contains no domains of other accounts, and another account's domain cannot be read.",
    "assumed",
  )(async (platform) => {
    await seeded(platform, [website]);
    const other = await seeded(platform, [{ id: "7", domain: "mail.example" }]);
    expect(await found(other, {})).toEqual(["7"]);
    expectNotFound(await other.call({ path: `${path}/610001` }));
  }),

  // Paging
  "domains-cursor": rule(
    "A client that follows `paging.next.after` receives every domain exactly once. The last page has no `paging`.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform, numbered(7));
    const walked = [];
    let after: string | undefined = "0";
    while (after !== undefined) {
      const { body } = await account.call({ path, query: { limit: 3, after } });
      expect(body.total).toBe(7);
      walked.push(...body.results.map(({ id }: { id: string }) => id));
      after = body.paging?.next.after;
    }
    expect(walked).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
  }),
  "domains-limit": rule(
    "A page contains up to 100 domains by default. A `limit` below 1 or above 100 is rejected with status 400.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, numbered(103));
    expect(await found(account, {})).toHaveLength(100);
    for (const limit of [0, 101]) expectInvalid(await account.call({ path, query: { limit } }), "limit");
  }),
  "domain-order": rule(
    "Domains are ordered numerically by id. With `sort`, they are ordered by the given fields, and by id if all of these fields are " +
      "equal. In ascending order, domains without a value come first.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [
      { id: "100", domain: "b.example", created: 5, updated: 1 },
      { id: "20", domain: "c.example", created: 5, updated: 2 },
      { id: "9", domain: "a.example" },
    ]);
    expect(await found(account, {})).toEqual(["9", "20", "100"]);
    expect(await found(account, { sort: "domain" })).toEqual(["9", "100", "20"]);
    expect(await found(account, { sort: "createdAt" })).toEqual(["9", "20", "100"]);
    const { body } = await account.call({ path, query: { sort: "-createdAt,updatedAt" } });
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual(["100", "20", "9"]);
  }),
  "domains-sort-fields": rule(
    "An unknown sort field is rejected with status 400 and an error for `sort`.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [website]);
    expectInvalid(await account.call({ path, query: { sort: "usedFor" } }), "sort[0]");
  }),

  // Filters
  "domains-filter-by-time": rule(
    "The filters `createdAt`, `createdAfter`, `createdBefore`, `updatedAt`, `updatedAfter` and `updatedBefore` compare times. The " +
      "filters whose names end in `After` or `Before` exclude the given time. A domain must match all filters, and `total` counts only " +
      "matching domains.",
    { grade: "assumed", source: "the public documentation of a similar API lists the filters" },
  )(async (platform) => {
    const ids = [1, 2, 3];
    for (const field of ["created", "updated"]) {
      const domains = ids.map((id) => ({ id: String(id), domain: `d${id}.example`, created: 99, updated: 99, [field]: id * 1000 }));
      const account = await seeded(platform, [...domains, { id: "4", domain: "without.example" }]);
      const two = "1970-01-01T00:00:02Z";
      expect(await found(account, { [`${field}At`]: two }), field).toEqual(["2"]);
      expect(await found(account, { [`${field}After`]: two }), field).toEqual(["3"]);
      expect(await found(account, { [`${field}Before`]: two }), field).toEqual(["1"]);
      const { body } = await account.call({
        path,
        query: { [`${field}After`]: "1970-01-01T00:00:00Z", [`${field}Before`]: two, limit: 1 },
      });
      expect([body.total, body.results.length]).toEqual([1, 1]);
    }
  }),
  "domains-time-format": rule(
    "A time that is not an ISO 8601 timestamp, or that is a leap second, is rejected with status 400 and an error for the parameter.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [website]);
    for (const name of ["createdAt", "createdAfter", "createdBefore", "updatedAt", "updatedAfter", "updatedBefore"]) {
      for (const time of ["yesterday", "2016-12-31T23:59:60Z"]) expectInvalid(await account.call({ path, query: { [name]: time } }), name);
    }
  }),
  "domains-archived": rule(
    "With `archived=true`, the list is empty.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [website]);
    expect((await account.call({ path, query: { archived: true } })).body).toEqual({ total: 0, results: [] });
  }),

  // One domain
  "domain-unknown": rule(
    "A request for a domain with an unknown id returns 404 and the category OBJECT_NOT_FOUND.",
    "observed",
  )(async (platform) => {
    const account = await seeded(platform, [website]);
    expectNotFound(await account.call({ path: `${path}/610099` }));
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
  return body.results.map(({ id }: { id: string }) => id);
}
