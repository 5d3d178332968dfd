import { expect } from "vitest";
import type { Platform, TestAccount } from "./platform.ts";
import { expectInvalid, expectScope } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const path = "/content/api/v2/pages";
const moments = ["created", "updated", "publish_date"];
type Query = Readonly<Record<string, string | number | boolean>>;

rules("pages", {
  "pages-need-their-scope": rule(
    "Listing pages requires the scope `content`.",
    "documented",
  )((platform) => expectScope(platform, "content", { path })),
  "pages-list": rule("The response has status 200 and contains all pages of the account, including drafts and archived pages.", {
    grade: "described",
    source: "platform description, Content pages and domains",
  })(async (platform) => {
    const account = await seeded(platform, [
      { id: 1, is_draft: false },
      { id: 2, is_draft: true },
      { id: 3, archived: true, deleted_at: 9 },
    ]);
    const { status, body } = await account.call({ path });
    expect([status, idsIn(body)]).toEqual([200, [1, 2, 3]]);
  }),
  "pages-envelope": rule("The response contains the pages in `objects`, and also the fields `total_count`, `limit` and `offset`.", {
    grade: "described",
    source: "platform description, Content page",
  })(async (platform) => {
    const account = await seeded(platform, [{ id: 1 }, { id: 2 }, { id: 3 }]);
    const { body } = await account.call({ path, query: { limit: 1, offset: 1 } });
    expect(body).toEqual({ total_count: 3, objects: [{ id: 2, portal_id: account.accountId }], limit: 1, offset: 1 });
  }),
  "pages-fields": rule("A page in the response has the same fields as in the account's state, including fields that are `null`.", {
    grade: "described",
    source: "platform description, Content page",
  })(async (platform) => {
    const page = {
      id: 7,
      name: "Torque sensors",
      css: {},
      widgets: { headline: { body: { value: "Hi" } } },
      campaign: null,
      keywords: ["a"],
    };
    const account = await seeded(platform, [page]);
    expect((await account.call({ path })).body.objects).toEqual([{ ...page, portal_id: account.accountId }]);
  }),
  "pages-portal-id": rule(
    "The `portal_id` of every page is the id of the requesting account.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [{ id: 1, portal_id: 1 }, { id: 2 }]);
    const { body } = await account.call({ path });
    expect(body.objects.map((page: { portal_id: number }) => page.portal_id)).toEqual([account.accountId, account.accountId]);
  }),
  "pages-of-one-account": rule(
    "The list does not contain pages of other accounts.",
    "assumed",
  )(async (platform) => {
    await seeded(platform, [{ id: 1 }]);
    const other = await seeded(platform, [{ id: 2 }]);
    expect(await found(other, {})).toEqual([2]);
  }),

  // Paging
  "pages-limit-by-default": rule(
    "Without `limit`, the response contains at most 20 pages.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform, numbered(25));
    const { body } = await account.call({ path });
    expect([body.objects.length, body.limit, body.total_count]).toEqual([20, 20, 25]);
  }),
  "pages-limit-at-most": rule(
    "A `limit` of 300 is accepted. A `limit` of 301 is rejected with status 400 and an error for `limit`.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform, numbered(310));
    expect((await account.call({ path, query: { limit: 300 } })).body.objects).toHaveLength(300);
    expectInvalid(await account.call({ path, query: { limit: 301 } }), "limit");
  }),
  "pages-limit-at-least": rule(
    "A `limit` below 1 is rejected with status 400 and an error for `limit`.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [{ id: 1 }]);
    expect((await account.call({ path, query: { limit: 1 } })).status).toBe(200);
    expectInvalid(await account.call({ path, query: { limit: 0 } }), "limit");
  }),
  "pages-offset-by-default": rule(
    "Without `offset`, the list starts at the first page.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform, [{ id: 1 }, { id: 2 }]);
    const { body } = await account.call({ path, query: { limit: 1 } });
    expect([idsIn(body), body.offset]).toEqual([[1], 0]);
  }),
  "pages-offset-at-least": rule(
    "An `offset` below 0 is rejected with status 400 and an error for `offset`.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [{ id: 1 }]);
    expectInvalid(await account.call({ path, query: { offset: -1 } }), "offset");
  }),
  "pages-walk": rule("A client that increases the offset page by page receives every page exactly once.", {
    grade: "described",
    source: "platform description, Content pages and domains",
  })(async (platform) => {
    const account = await seeded(platform, numbered(7));
    const walked = [];
    for (const offset of [0, 3, 6]) walked.push(...(await found(account, { limit: 3, offset, order_by: "name" })));
    expect(walked).toEqual([1, 2, 3, 4, 5, 6, 7]);
  }),
  "pages-past-the-end": rule(
    "If the offset is past the end of the list, `objects` is empty, and `total_count` is still present.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, numbered(2));
    const { status, body } = await account.call({ path, query: { offset: 5 } });
    expect([status, body]).toEqual([200, { total_count: 2, objects: [], limit: 20, offset: 5 }]);
  }),
  "pages-total-counts-matches": rule(
    "`total_count` and `offset` count only the pages that match the filters.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [
      { id: 1, is_draft: true },
      { id: 2, is_draft: false },
      { id: 3, is_draft: true },
      { id: 4, is_draft: true },
    ]);
    const { body } = await account.call({ path, query: { is_draft: true, limit: 1, offset: 1 } });
    expect([body.total_count, idsIn(body)]).toEqual([3, [3]]);
  }),

  // Order
  "pages-order-by-id": rule(
    "By default, pages are ordered numerically by id.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [{ id: 10 }, { id: 9 }, { id: 100 }]);
    expect(await found(account, {})).toEqual([9, 10, 100]);
  }),
  "pages-order-by-created": rule(
    "If `order_by` is `-created`, the list starts with the most recently created page.",
    "observed",
  )(async (platform) => {
    const account = await seeded(platform, [
      { id: 1, created: 900 },
      { id: 2, created: 1000 },
      { id: 3, created: 10 },
    ]);
    expect(await found(account, { order_by: "-created" })).toEqual([2, 1, 3]);
  }),
  "pages-order-without-minus": rule(
    "If `order_by` is `created`, the list starts with the page that was created first.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [
      { id: 1, created: 900 },
      { id: 2, created: 1000 },
      { id: 3, created: 10 },
    ]);
    expect(await found(account, { order_by: "created" })).toEqual([3, 1, 2]);
  }),
  "pages-order-by-other-fields": rule(
    "`order_by` works in the same way for any other field. Strings are compared character by character.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [
      { id: 1, name: "b", updated: 2 },
      { id: 2, name: "c", updated: 1 },
      { id: 3, name: "a", updated: 3 },
    ]);
    expect(await found(account, { order_by: "name" })).toEqual([3, 1, 2]);
    expect(await found(account, { order_by: "-updated" })).toEqual([3, 1, 2]);
  }),
  "pages-order-of-equals": rule(
    "In both sort directions, pages with equal values are ordered by id.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [
      { id: 10, created: 5 },
      { id: 9, created: 5 },
      { id: 2, created: 6 },
    ]);
    expect(await found(account, { order_by: "created" })).toEqual([9, 10, 2]);
    expect(await found(account, { order_by: "-created" })).toEqual([2, 9, 10]);
  }),
  "pages-order-of-absent-values": rule(
    "In ascending order, pages without a value come first. In descending order, they come last.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [{ id: 1, campaign: "a" }, { id: 2, campaign: null }, { id: 3 }]);
    expect(await found(account, { order_by: "campaign" })).toEqual([2, 3, 1]);
    expect(await found(account, { order_by: "-campaign" })).toEqual([1, 2, 3]);
  }),
  "pages-order-by-unknown-field": rule(
    "If `order_by` names an unknown field, pages are ordered by id.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [{ id: 2 }, { id: 1 }]);
    for (const order_by of ["color", "-color", "constructor"]) expect(await found(account, { order_by })).toEqual([1, 2]);
  }),

  // Filters
  "pages-moment-exact": rule(
    "`created`, `updated` and `publish_date` select pages with exactly the given time.",
    "documented",
  )(async (platform) => expectMoments(platform, "", 2000, [2])),
  "pages-moment-range": rule(
    "`created__range`, `updated__range` and `publish_date__range` select pages whose time is between two given times.",
    "documented",
  )(async (platform) => expectMoments(platform, "__range", "1500,2500", [2])),
  "pages-range-ends": rule(
    "A range includes both of the given times.",
    "assumed",
  )(async (platform) => expectMoments(platform, "__range", "1000,2000", [1, 2])),
  "pages-range-of-two": rule(
    "The value of a range filter consists of two times, separated by a comma. Any other number of times is rejected with status 400 and " +
      "an error for the parameter.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [{ id: 1 }]);
    expectInvalid(await account.call({ path, query: { created__range: "1000" } }), "created__range");
    expectInvalid(await account.call({ path, query: { updated__range: "1,2,3" } }), "updated__range");
  }),
  "pages-moment-gt": rule(
    "`created__gt`, `updated__gt` and `publish_date__gt` select pages whose time is after the given time.",
    "documented",
  )(async (platform) => expectMoments(platform, "__gt", 2000, [3])),
  "pages-moment-gte": rule(
    "`created__gte`, `updated__gte` and `publish_date__gte` select pages whose time is equal to or after the given time.",
    "documented",
  )(async (platform) => expectMoments(platform, "__gte", 2000, [2, 3])),
  "pages-moment-lt": rule(
    "`created__lt`, `updated__lt` and `publish_date__lt` select pages whose time is before the given time.",
    "documented",
  )(async (platform) => expectMoments(platform, "__lt", 2000, [1])),
  "pages-moment-lte": rule(
    "`created__lte`, `updated__lte` and `publish_date__lte` select pages whose time is equal to or before the given time.",
    "documented",
  )(async (platform) => expectMoments(platform, "__lte", 2000, [1, 2])),
  "pages-moment-is-an-integer": rule(
    "A time that is not an integer is rejected with status 400 and an error for the parameter.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [{ id: 1 }]);
    expectInvalid(await account.call({ path, query: { created__gte: "yesterday" } }), "created__gte");
    expectInvalid(await account.call({ path, query: { updated: "1.5" } }), "updated");
  }),
  "pages-text-exact": rule(
    "`name` and `slug` select pages with exactly the given value, including its letter case.",
    "documented",
  )(async (platform) => expectTexts(platform, "", "Torque", [1])),
  "pages-text-in": rule(
    "`name__in` and `slug__in` select pages whose name or slug is one of the given values.",
    "documented",
  )(async (platform) => expectTexts(platform, "__in", "torque,Bench torque stand", [2, 3])),
  "pages-text-icontains": rule(
    "`name__icontains` and `slug__icontains` select pages whose name or slug contains the given text, in any letter case.",
    "documented",
  )(async (platform) => expectTexts(platform, "__icontains", "TORQUE", [1, 2, 3])),
  "pages-id-exact": rule(
    "`id` selects the page with the given id.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform, numbered(3));
    expect(await found(account, { id: 2 })).toEqual([2]);
    expect(await found(account, { id: 20 })).toEqual([]);
  }),
  "pages-id-in": rule(
    "`id__in` selects the pages with one of the given ids.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform, numbered(12));
    expect(await found(account, { id__in: "12,1,99" })).toEqual([1, 12]);
  }),
  "pages-subcategory-exact": rule(
    "`subcategory` selects the pages in the given subcategory.",
    "documented",
  )(async (platform) => {
    const account = await subcategories(platform);
    expect(await found(account, { subcategory: "site_page" })).toEqual([1]);
  }),
  "pages-subcategory-in": rule(
    "`subcategory__in` selects the pages in one of the given subcategories.",
    "documented",
  )(async (platform) => {
    const account = await subcategories(platform);
    expect(await found(account, { subcategory__in: "site_page,blog" })).toEqual([1, 3]);
  }),
  "pages-ab-test": rule(
    "`ab_test_id` selects the pages in the given A/B test.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform, [
      { id: 1, ab_test_id: "77" },
      { id: 2, ab_test_id: 77 },
      { id: 3, ab_test_id: "777" },
    ]);
    expect(await found(account, { ab_test_id: "77" })).toEqual([1, 2]);
  }),
  "pages-campaign": rule(
    "`campaign` selects the pages in the given campaign.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform, [{ id: 1, campaign: "spring" }, { id: 2, campaign: "springtime" }, { id: 3 }]);
    expect(await found(account, { campaign: "spring" })).toEqual([1]);
  }),
  "pages-is-draft": rule(
    "`is_draft=true` selects drafts, and `is_draft=false` selects all other pages.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform, [
      { id: 1, is_draft: true },
      { id: 2, is_draft: false },
    ]);
    expect(await found(account, { is_draft: true })).toEqual([1]);
    expect(await found(account, { is_draft: false })).toEqual([2]);
  }),
  "pages-not-said-to-be-drafts": rule(
    "A page without a value for `is_draft` is not a draft.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [{ id: 1 }]);
    expect(await found(account, { is_draft: false })).toEqual([1]);
    expect(await found(account, { is_draft: true })).toEqual([]);
  }),
  "pages-archived-at": rule(
    "`archived_at` selects pages that were archived at exactly the given time.",
    "documented",
  )(async (platform) => expect(await found(await archived(platform), { archived_at: 2000 })).toEqual([2])),
  "pages-archived-at-gt": rule(
    "`archived_at__gt` selects pages that were archived after the given time.",
    "documented",
  )(async (platform) => expect(await found(await archived(platform), { archived_at__gt: 1000 })).toEqual([2])),
  "pages-archived-at-lt": rule(
    "`archived_at__lt` selects pages that were archived before the given time.",
    "documented",
  )(async (platform) => expect(await found(await archived(platform), { archived_at__lt: 2000 })).toEqual([1])),
  "pages-archived-at-is-deleted-at": rule(
    "The `archived_at` filters use the field `deleted_at`, which is 0 if the page was never archived.",
    "assumed",
  )(async (platform) => {
    const account = await archived(platform);
    expect(await found(account, { archived_at__lt: 9000 })).toEqual([1, 2]);
    expect(await found(account, { archived_at: 0 })).toEqual([]);
  }),
  "pages-filters-together": rule(
    "If a request has several filters, the list contains only the pages that match all of them.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [
      { id: 1, created: 1, is_draft: true },
      { id: 2, created: 2, is_draft: true },
      { id: 3, created: 3, is_draft: true },
      { id: 4, created: 2, is_draft: false },
    ]);
    expect(await found(account, { created__gt: 1, created__lt: 3, is_draft: true })).toEqual([2]);
  }),
  "pages-absent-values": rule(
    "If a page has no value for a field, it does not match any filter on that field.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [{ id: 1, campaign: null }, { id: 2, campaign: "x" }, { id: 3 }]);
    expect(await found(account, { created__lt: 9, updated__gte: 0 })).toEqual([]);
    expect(await found(account, { campaign: "null" })).toEqual([]);
    expect(await found(account, { name__icontains: "" })).toEqual([]);
  }),
  "pages-unknown-parameters": rule(
    "The service ignores unknown parameters, including operators that a field does not support.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform, [{ id: 1, language: "en", created: 5 }]);
    expect(await found(account, { language: "fr", created__icontains: "7", name__gt: "z", Limit: 0 })).toEqual([1]);
  }),
});

async function seeded(platform: Platform, pages: readonly object[]): Promise<TestAccount> {
  const account = await platform.account({ scopes: ["content"] });
  await account.seed({ pages });
  return account;
}

function numbered(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({ id: index + 1, name: "One of many" }));
}

async function found(account: TestAccount, query: Query): Promise<number[]> {
  const { status, body } = await account.call({ path, query });
  expect(status).toBe(200);
  return idsIn(body);
}

function idsIn(body: { readonly objects: readonly { readonly id: number }[] }): number[] {
  return body.objects.map(({ id }) => id);
}

async function expectMoments(platform: Platform, operator: string, wanted: string | number, ids: readonly number[]): Promise<void> {
  for (const field of moments) {
    const account = await seeded(
      platform,
      [1, 2, 3].map((id) => ({ id, ...Object.fromEntries(moments.map((name) => [name, name === field ? id * 1000 : 99])) })),
    );
    expect(await found(account, { [`${field}${operator}`]: wanted }), field).toEqual(ids);
  }
}

async function expectTexts(platform: Platform, operator: string, wanted: string, ids: readonly number[]): Promise<void> {
  const texts = ["Torque", "torque", "Bench torque stand", "Something else"];
  for (const field of ["name", "slug"]) {
    const account = await seeded(
      platform,
      texts.map((text, index) => ({ id: index + 1, name: "none", slug: "none", [field]: text })),
    );
    expect(await found(account, { [`${field}${operator}`]: wanted }), field).toEqual(ids);
  }
}

async function subcategories(platform: Platform): Promise<TestAccount> {
  return seeded(platform, [
    { id: 1, subcategory: "site_page" },
    { id: 2, subcategory: "landing_page" },
    { id: 3, subcategory: "blog" },
  ]);
}

async function archived(platform: Platform): Promise<TestAccount> {
  return seeded(platform, [{ id: 1, deleted_at: 1000 }, { id: 2, deleted_at: 2000 }, { id: 3, deleted_at: 0 }, { id: 4 }]);
}
