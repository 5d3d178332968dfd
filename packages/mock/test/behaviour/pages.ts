import { expect } from "vitest";
import { expectInvalid, expectScope } from "./rejections.ts";
import type { Platform, Rows, TestAccount } from "./rows.ts";

const path = "/content/api/v2/pages";
const moments = ["created", "updated", "publish_date"];
type Query = Readonly<Record<string, string | number | boolean>>;

export const rows: Rows = {
  "pages-need-their-scope": (platform) => expectScope(platform, "content", { path }),
  "pages-list": async (platform) => {
    const account = await seeded(platform, [
      { id: 1, is_draft: false },
      { id: 2, is_draft: true },
      { id: 3, archived: true, deleted_at: 9 },
    ]);
    const { status, body } = await account.call({ path });
    expect([status, idsIn(body)]).toEqual([200, [1, 2, 3]]);
  },
  "pages-envelope": async (platform) => {
    const account = await seeded(platform, [{ id: 1 }, { id: 2 }, { id: 3 }]);
    const { body } = await account.call({ path, query: { limit: 1, offset: 1 } });
    expect(body).toEqual({ total_count: 3, objects: [{ id: 2, portal_id: account.accountId }], limit: 1, offset: 1 });
  },
  "pages-fields": async (platform) => {
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
  },
  "pages-portal-id": async (platform) => {
    const account = await seeded(platform, [{ id: 1, portal_id: 1 }, { id: 2 }]);
    const { body } = await account.call({ path });
    expect(body.objects.map((page: { portal_id: number }) => page.portal_id)).toEqual([account.accountId, account.accountId]);
  },
  "pages-of-one-account": async (platform) => {
    await seeded(platform, [{ id: 1 }]);
    const other = await seeded(platform, [{ id: 2 }]);
    expect(await found(other, {})).toEqual([2]);
  },

  "pages-limit-by-default": async (platform) => {
    const account = await seeded(platform, numbered(25));
    const { body } = await account.call({ path });
    expect([body.objects.length, body.limit, body.total_count]).toEqual([20, 20, 25]);
  },
  "pages-limit-at-most": async (platform) => {
    const account = await seeded(platform, numbered(310));
    expect((await account.call({ path, query: { limit: 300 } })).body.objects).toHaveLength(300);
    expectInvalid(await account.call({ path, query: { limit: 301 } }), "limit");
  },
  "pages-limit-at-least": async (platform) => {
    const account = await seeded(platform, [{ id: 1 }]);
    expect((await account.call({ path, query: { limit: 1 } })).status).toBe(200);
    expectInvalid(await account.call({ path, query: { limit: 0 } }), "limit");
  },
  "pages-offset-by-default": async (platform) => {
    const account = await seeded(platform, [{ id: 1 }, { id: 2 }]);
    const { body } = await account.call({ path, query: { limit: 1 } });
    expect([idsIn(body), body.offset]).toEqual([[1], 0]);
  },
  "pages-offset-at-least": async (platform) => {
    const account = await seeded(platform, [{ id: 1 }]);
    expectInvalid(await account.call({ path, query: { offset: -1 } }), "offset");
  },
  "pages-walk": async (platform) => {
    const account = await seeded(platform, numbered(7));
    const walked = [];
    for (const offset of [0, 3, 6]) walked.push(...(await found(account, { limit: 3, offset, order_by: "name" })));
    expect(walked).toEqual([1, 2, 3, 4, 5, 6, 7]);
  },
  "pages-past-the-end": async (platform) => {
    const account = await seeded(platform, numbered(2));
    const { status, body } = await account.call({ path, query: { offset: 5 } });
    expect([status, body]).toEqual([200, { total_count: 2, objects: [], limit: 20, offset: 5 }]);
  },
  "pages-total-counts-matches": async (platform) => {
    const account = await seeded(platform, [
      { id: 1, is_draft: true },
      { id: 2, is_draft: false },
      { id: 3, is_draft: true },
      { id: 4, is_draft: true },
    ]);
    const { body } = await account.call({ path, query: { is_draft: true, limit: 1, offset: 1 } });
    expect([body.total_count, idsIn(body)]).toEqual([3, [3]]);
  },

  "pages-order-by-id": async (platform) => {
    const account = await seeded(platform, [{ id: 10 }, { id: 9 }, { id: 100 }]);
    expect(await found(account, {})).toEqual([9, 10, 100]);
  },
  "pages-order-by-created": async (platform) => {
    const account = await seeded(platform, [
      { id: 1, created: 900 },
      { id: 2, created: 1000 },
      { id: 3, created: 10 },
    ]);
    expect(await found(account, { order_by: "-created" })).toEqual([2, 1, 3]);
  },
  "pages-order-without-minus": async (platform) => {
    const account = await seeded(platform, [
      { id: 1, created: 900 },
      { id: 2, created: 1000 },
      { id: 3, created: 10 },
    ]);
    expect(await found(account, { order_by: "created" })).toEqual([3, 1, 2]);
  },
  "pages-order-by-other-fields": async (platform) => {
    const account = await seeded(platform, [
      { id: 1, name: "b", updated: 2 },
      { id: 2, name: "c", updated: 1 },
      { id: 3, name: "a", updated: 3 },
    ]);
    expect(await found(account, { order_by: "name" })).toEqual([3, 1, 2]);
    expect(await found(account, { order_by: "-updated" })).toEqual([3, 1, 2]);
  },
  "pages-order-of-equals": async (platform) => {
    const account = await seeded(platform, [
      { id: 10, created: 5 },
      { id: 9, created: 5 },
      { id: 2, created: 6 },
    ]);
    expect(await found(account, { order_by: "created" })).toEqual([9, 10, 2]);
    expect(await found(account, { order_by: "-created" })).toEqual([2, 9, 10]);
  },
  "pages-order-of-absent-values": async (platform) => {
    const account = await seeded(platform, [{ id: 1, campaign: "a" }, { id: 2, campaign: null }, { id: 3 }]);
    expect(await found(account, { order_by: "campaign" })).toEqual([2, 3, 1]);
    expect(await found(account, { order_by: "-campaign" })).toEqual([1, 2, 3]);
  },
  "pages-order-by-unknown-field": async (platform) => {
    const account = await seeded(platform, [{ id: 2 }, { id: 1 }]);
    for (const order_by of ["color", "-color", "constructor"]) expect(await found(account, { order_by })).toEqual([1, 2]);
  },

  "pages-moment-exact": async (platform) => expectMoments(platform, "", 2000, [2]),
  "pages-moment-range": async (platform) => expectMoments(platform, "__range", "1500,2500", [2]),
  "pages-range-ends": async (platform) => expectMoments(platform, "__range", "1000,2000", [1, 2]),
  "pages-range-of-two": async (platform) => {
    const account = await seeded(platform, [{ id: 1 }]);
    expectInvalid(await account.call({ path, query: { created__range: "1000" } }), "created__range");
    expectInvalid(await account.call({ path, query: { updated__range: "1,2,3" } }), "updated__range");
  },
  "pages-moment-gt": async (platform) => expectMoments(platform, "__gt", 2000, [3]),
  "pages-moment-gte": async (platform) => expectMoments(platform, "__gte", 2000, [2, 3]),
  "pages-moment-lt": async (platform) => expectMoments(platform, "__lt", 2000, [1]),
  "pages-moment-lte": async (platform) => expectMoments(platform, "__lte", 2000, [1, 2]),
  "pages-moment-is-an-integer": async (platform) => {
    const account = await seeded(platform, [{ id: 1 }]);
    expectInvalid(await account.call({ path, query: { created__gte: "yesterday" } }), "created__gte");
    expectInvalid(await account.call({ path, query: { updated: "1.5" } }), "updated");
  },
  "pages-text-exact": async (platform) => expectTexts(platform, "", "Torque", [1]),
  "pages-text-in": async (platform) => expectTexts(platform, "__in", "torque,Bench torque stand", [2, 3]),
  "pages-text-icontains": async (platform) => expectTexts(platform, "__icontains", "TORQUE", [1, 2, 3]),
  "pages-id-exact": async (platform) => {
    const account = await seeded(platform, numbered(3));
    expect(await found(account, { id: 2 })).toEqual([2]);
    expect(await found(account, { id: 20 })).toEqual([]);
  },
  "pages-id-in": async (platform) => {
    const account = await seeded(platform, numbered(12));
    expect(await found(account, { id__in: "12,1,99" })).toEqual([1, 12]);
  },
  "pages-subcategory-exact": async (platform) => {
    const account = await subcategories(platform);
    expect(await found(account, { subcategory: "site_page" })).toEqual([1]);
  },
  "pages-subcategory-in": async (platform) => {
    const account = await subcategories(platform);
    expect(await found(account, { subcategory__in: "site_page,blog" })).toEqual([1, 3]);
  },
  "pages-ab-test": async (platform) => {
    const account = await seeded(platform, [
      { id: 1, ab_test_id: "77" },
      { id: 2, ab_test_id: 77 },
      { id: 3, ab_test_id: "777" },
    ]);
    expect(await found(account, { ab_test_id: "77" })).toEqual([1, 2]);
  },
  "pages-campaign": async (platform) => {
    const account = await seeded(platform, [{ id: 1, campaign: "spring" }, { id: 2, campaign: "springtime" }, { id: 3 }]);
    expect(await found(account, { campaign: "spring" })).toEqual([1]);
  },
  "pages-is-draft": async (platform) => {
    const account = await seeded(platform, [
      { id: 1, is_draft: true },
      { id: 2, is_draft: false },
    ]);
    expect(await found(account, { is_draft: true })).toEqual([1]);
    expect(await found(account, { is_draft: false })).toEqual([2]);
  },
  "pages-not-said-to-be-drafts": async (platform) => {
    const account = await seeded(platform, [{ id: 1 }]);
    expect(await found(account, { is_draft: false })).toEqual([1]);
    expect(await found(account, { is_draft: true })).toEqual([]);
  },
  "pages-archived-at": async (platform) => expect(await found(await archived(platform), { archived_at: 2000 })).toEqual([2]),
  "pages-archived-at-gt": async (platform) => expect(await found(await archived(platform), { archived_at__gt: 1000 })).toEqual([2]),
  "pages-archived-at-lt": async (platform) => expect(await found(await archived(platform), { archived_at__lt: 2000 })).toEqual([1]),
  "pages-archived-at-is-deleted-at": async (platform) => {
    const account = await archived(platform);
    expect(await found(account, { archived_at__lt: 9000 })).toEqual([1, 2]);
    expect(await found(account, { archived_at: 0 })).toEqual([]);
  },
  "pages-filters-together": async (platform) => {
    const account = await seeded(platform, [
      { id: 1, created: 1, is_draft: true },
      { id: 2, created: 2, is_draft: true },
      { id: 3, created: 3, is_draft: true },
      { id: 4, created: 2, is_draft: false },
    ]);
    expect(await found(account, { created__gt: 1, created__lt: 3, is_draft: true })).toEqual([2]);
  },
  "pages-absent-values": async (platform) => {
    const account = await seeded(platform, [{ id: 1, campaign: null }, { id: 2, campaign: "x" }, { id: 3 }]);
    expect(await found(account, { created__lt: 9, updated__gte: 0 })).toEqual([]);
    expect(await found(account, { campaign: "null" })).toEqual([]);
    expect(await found(account, { name__icontains: "" })).toEqual([]);
  },
  "pages-unknown-parameters": async (platform) => {
    const account = await seeded(platform, [{ id: 1, language: "en", created: 5 }]);
    expect(await found(account, { language: "fr", created__icontains: "7", name__gt: "z", Limit: 0 })).toEqual([1]);
  },
};

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
