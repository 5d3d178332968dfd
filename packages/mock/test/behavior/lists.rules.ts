import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount, type TestResponse } from "./platform.ts";
import { base } from "./records/calls.ts";
import { expectInvalid, expectNotFound, expectScope } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const path = "/crm/lists/2026-03";
const earlier = "2026-02-02T09:10:00Z";
const vips = { name: "VIPs", objectTypeId: "0-1", processingType: "MANUAL" };

rules("lists", {
  "lists-scopes": rule("Reading lists requires the scope `crm.lists.read`, and writing them and their members `crm.lists.write`.", {
    grade: "documented",
    source: "public reference of a similar API",
  })(async (platform) => {
    const reads = ["?listIds=1", "/1", "/object-type-id/0-1/name/a", "/1/memberships", "/records/0-1/1/memberships"];
    for (const address of reads) await expectScope(platform, "crm.lists.read", { path: path + address });
    await expectScope(platform, "crm.lists.read", { path: `${path}/search`, body: {} });
    const writes = [
      { path, body: vips },
      { method: "DELETE", path: `${path}/1` },
      { method: "PUT", path: `${path}/1/restore` },
      { method: "PUT", path: `${path}/1/update-list-name?listName=a` },
      { method: "PUT", path: `${path}/1/memberships/add`, body: [] },
      { method: "PUT", path: `${path}/1/memberships/remove`, body: [] },
      { method: "PUT", path: `${path}/1/memberships/add-and-remove`, body: { recordIdsToAdd: [], recordIdsToRemove: [] } },
      { method: "DELETE", path: `${path}/1/memberships` },
    ];
    for (const call of writes) await expectScope(platform, "crm.lists.write", call);
  }),
  "lists-create": rule("A created list is empty, and is found by its id and by its name.", {
    grade: "assumed",
    source: "public reference of a similar API for the operations",
  })(async (platform) => {
    const account = await seeded(platform);
    const { status, body } = await account.call({ path, body: { ...vips, objectTypeId: "contacts", processingType: "SNAPSHOT" } });
    const moments = { createdAt: demoTime, updatedAt: demoTime, createdById: "1", updatedById: "1" };
    expect([status, body.list]).toEqual([
      200,
      {
        ...vips,
        ...moments,
        processingType: "SNAPSHOT",
        listId: expect.any(String),
        listVersion: 1,
        processingStatus: "COMPLETE",
        size: 0,
      },
    ]);
    const { listId } = body.list;
    expect((await account.call({ path: `${path}/${listId}` })).body).toEqual(body);
    expect((await account.call({ path: `${path}/object-type-id/0-1/name/vips` })).body).toEqual(body);
    expectNotFound(await account.call({ path: `${path}/object-type-id/0-2/name/vips` }));
    expect(idsIn(await account.call({ path: `${path}?listIds=${listId}&listIds=999` }))).toEqual([listId]);
    const other = await platform.account();
    expectNotFound(await other.call({ path: `${path}/${listId}` }));
  }),
  "lists-filters": rule(
    "The mock does not evaluate filters, so a list with a `filterBranch` and a list of the type `DYNAMIC` are rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    expectInvalid(await account.call({ path, body: { ...vips, processingType: "DYNAMIC" } }), "processingType");
    const filterBranch = { filterBranchType: "OR", filterBranches: [], filters: [] };
    expectInvalid(await account.call({ path, body: { ...vips, filterBranch } }), "filterBranch");
    expectInvalid(await account.call({ path, body: { ...vips, objectTypeId: "people" } }), "objectTypeId");
  }),
  "lists-names": rule(
    "The name of a list is unique among the lists of its object type, regardless of letter case. Another list can take the name of a " +
      "deleted list, which then cannot be restored.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const { listId } = (await account.call({ path, body: vips })).body.list;
    expectInvalid(await account.call({ path, body: { ...vips, name: "vips" } }), "name");
    expect((await account.call({ path, body: { ...vips, objectTypeId: "0-2" } })).status).toBe(200);
    expectInvalid(await rename(account, "5", "VIPS"), "listName");
    await remove(account, listId);
    expect((await account.call({ path, body: vips })).status).toBe(200);
    expectInvalid(await restore(account, listId), "listId");
  }),
  "lists-rename": rule(
    "A new name increases the version of the list.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const { status, body } = await rename(account, "5", "Regulars");
    expect([status, body.updatedList]).toEqual([
      200,
      {
        ...{ listId: "5", listVersion: 2, name: "Regulars", objectTypeId: "0-1", processingType: "MANUAL", processingStatus: "COMPLETE" },
        ...{ createdAt: earlier, updatedAt: demoTime, updatedById: "1", size: 2 },
      },
    ]);
    expect((await rename(account, "5", "regulars")).body.updatedList.listVersion).toBe(3);
  }),
  "lists-delete": rule("A deleted list is not found. It can be restored with its members for 90 days.", {
    grade: "documented",
    source: "public guide of a similar API",
  })(async (platform) => {
    const account = await seeded(platform);
    expect((await remove(account, "5")).status).toBe(204);
    for (const address of ["/5", "/object-type-id/0-1/name/Guests", "/5/memberships"]) {
      expectNotFound(await account.call({ path: path + address }));
    }
    expectNotFound(await remove(account, "5"));
    expect((await search(account, {})).body.total).toBe(0);
    expect((await listsOfRecord(account, "1")).body).toEqual({ results: [], total: 0 });
    for (let times = 0; times < 2; times += 1) expect((await restore(account, "5")).status).toBe(204);
    expect(await members(account)).toEqual(["1", "2"]);
    await account.seed({
      lists: [
        { listId: "6", objectTypeId: "0-1", name: "Former guests", deletedAt: "2026-01-20T08:00:01Z" },
        { listId: "7", objectTypeId: "0-1", name: "First guests", deletedAt: "2026-01-20T08:00:00Z" },
      ],
    });
    expect((await restore(account, "6")).status).toBe(204);
    expectNotFound(await restore(account, "7"));
  }),
  "lists-search": rule("A search finds the lists that meet all conditions, ordered by id, in pages.", {
    grade: "assumed",
    source: "public reference of a similar API for the fields",
  })(async (platform) => {
    const account = await seeded(platform);
    await account.seed({
      lists: [
        { listId: "10", name: "Guests of the fair", objectTypeId: "companies" },
        { listId: "9", name: "Partners", objectTypeId: "0-2", processingType: "SNAPSHOT" },
      ],
    });
    const all = await search(account, { count: 2, additionalProperties: ["hs_list_size", "unknown"] });
    expect(all.body).toMatchObject({ total: 3, offset: 2, hasMore: true });
    expect(all.body.lists[0]).toMatchObject({ listId: "5", size: 2, additionalProperties: { hs_list_size: "2" } });
    expect(idsIn(all)).toEqual(["5", "9"]);
    const rest = await search(account, { count: 2, offset: 2 });
    expect([idsIn(rest), rest.body.offset, rest.body.hasMore]).toEqual([["10"], 3, false]);
    const found = async (body: object) => idsIn(await search(account, body));
    expect(await found({ query: "GUESTS" })).toEqual(["5", "10"]);
    expect(await found({ query: "guests", objectTypeId: "0-2" })).toEqual(["10"]);
    expect(await found({ processingTypes: ["SNAPSHOT"] })).toEqual(["9"]);
    expect(await found({ listIds: ["5", "9"], processingTypes: ["MANUAL"] })).toEqual(["5"]);
  }),
  "lists-members": rule(
    "Adding and removing members returns the ids of the records that were added and removed, and the ids that no record has. Members are " +
      "listed by record id, in pages.",
    { grade: "assumed", source: "public reference of a similar API for the fields; the order is our choice" },
  )(async (platform) => {
    const account = await seeded(platform);
    const added = await change(account, "add", ["10", "1", "10", "77"]);
    expect([added.status, added.body]).toEqual([200, { recordsIdsAdded: ["10"], recordIdsRemoved: [], recordIdsMissing: ["77"] }]);
    const first = await account.call({ path: `${path}/5/memberships`, query: { limit: 2 } });
    expect(first.body).toMatchObject({
      results: [
        { recordId: "1", membershipTimestamp: earlier },
        { recordId: "2", membershipTimestamp: earlier },
      ],
      paging: { next: { after: "2" } },
    });
    const next = await account.call({ path: `${path}/5/memberships`, query: { limit: 2, after: "2" } });
    expect(next.body).toEqual({ results: [{ recordId: "10", membershipTimestamp: demoTime }] });
    const removed = await change(account, "remove", ["2", "3", "77"]);
    expect(removed.body).toEqual({ recordsIdsAdded: [], recordIdsRemoved: ["2"], recordIdsMissing: ["77"] });
    const both = await change(account, "add-and-remove", { recordIdsToAdd: ["2", "3"], recordIdsToRemove: ["1", "3"] });
    expect(both.body).toEqual({ recordsIdsAdded: ["2"], recordIdsRemoved: ["1"], recordIdsMissing: [] });
    expect(await members(account)).toEqual(["2", "10"]);
    expect((await account.call({ method: "DELETE", path: `${path}/5/memberships` })).status).toBe(204);
    expect(await members(account)).toEqual([]);
    expectNotFound(await account.call({ method: "PUT", path: `${path}/999/memberships/add`, body: ["1"] }));
  }),
  "lists-member-limit": rule(
    "The lists of an account can have up to 20,000 members together, including the members of deleted lists.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const other = Array.from({ length: 19_997 }, (_, index) => ({ recordId: String(index + 1), membershipTimestamp: demoTime }));
    await account.seed({ lists: [{ listId: "6", name: "All", objectTypeId: "0-1", members: other, deletedAt: demoTime }] });
    expect((await change(account, "add", ["3"])).body.recordsIdsAdded).toEqual(["3"]);
    const { status, body } = await change(account, "add", ["10"]);
    expect([status, body.message]).toEqual([400, "The lists of an account can have at most 20000 members together."]);
    expect((await change(account, "add-and-remove", { recordIdsToAdd: ["10"], recordIdsToRemove: ["3"] })).status).toBe(200);
  }),
  "lists-of-record": rule("The memberships of a record are ordered by list id. A record that does not exist has none.", {
    grade: "assumed",
    source: "public reference of a similar API for the path",
  })(async (platform) => {
    const account = await seeded(platform);
    await account.seed({
      lists: [{ listId: "40", name: "All", objectTypeId: "0-1", members: [{ recordId: "1", membershipTimestamp: demoTime }] }],
    });
    const moments = (at: string) => ({ firstAddedTimestamp: at, lastAddedTimestamp: at });
    expect((await listsOfRecord(account, "1")).body).toEqual({
      results: [
        { listId: "5", listVersion: 1, ...moments(earlier) },
        { listId: "40", listVersion: 1, ...moments(demoTime) },
      ],
      total: 2,
    });
    expect((await listsOfRecord(account, "77")).body).toEqual({ results: [], total: 0 });
  }),
  "lists-archived-records": rule(
    "An archived record is no longer listed or counted as a member. After it is restored, it is a member again.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    await account.call({ method: "DELETE", path: `${base}/contacts/1` });
    expect(await members(account)).toEqual(["2"]);
    expect((await account.call({ path: `${path}/5` })).body.list.size).toBe(1);
    expect((await listsOfRecord(account, "1")).body.total).toBe(0);
    expect((await change(account, "add", ["1"])).body.recordIdsMissing).toEqual(["1"]);
    await platform.control("POST", `/accounts/${account.accountId}/records/contacts/1/restore`);
    expect(await members(account)).toEqual(["1", "2"]);
  }),
  "lists-merged-records": rule(
    "After a merge, the remaining record is a member of the lists of both records.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const merge = (primaryObjectId: string, objectIdToMerge: string) =>
      account.call({ path: `${base}/contacts/merge`, body: { primaryObjectId, objectIdToMerge } });
    await merge("3", "1");
    expect(await members(account)).toEqual(["2", "3"]);
    await merge("3", "2");
    expect(await members(account)).toEqual(["3"]);
  }),
  "lists-snapshot": rule(
    "A snapshot contains the lists and their members.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    await change(account, "add", ["3"]);
    const snapshot = await account.snapshot();
    const copy = await platform.account();
    await platform.control("PUT", `/accounts/${copy.accountId}/snapshot`, snapshot);
    expect(await copy.snapshot()).toEqual(snapshot);
    expect(await members(copy)).toEqual(["1", "2", "3"]);
    const [list] = snapshot.lists;
    const twice = { lists: [{ ...list, members: [list.members[0], list.members[0]] }] };
    await expect(account.seed(twice)).rejects.toThrow("lists[0].members[1].recordId");
  }),
});

async function seeded(platform: Platform): Promise<TestAccount> {
  const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
  const membershipTimestamp = earlier;
  await account.seed({
    records: { contacts: ["1", "2", "3", "10"].map((id) => ({ id })) },
    lists: [
      {
        ...{ listId: "5", name: "Guests", objectTypeId: "contacts", createdAt: earlier },
        members: ["2", "1"].map((recordId) => ({ recordId, membershipTimestamp })),
      },
    ],
  });
  return account;
}

function search(account: TestAccount, body: object): Promise<TestResponse> {
  return account.call({ path: `${path}/search`, body });
}

function rename(account: TestAccount, id: string, listName: string): Promise<TestResponse> {
  return account.call({ method: "PUT", path: `${path}/${id}/update-list-name`, query: { listName } });
}

function remove(account: TestAccount, id: string): Promise<TestResponse> {
  return account.call({ method: "DELETE", path: `${path}/${id}` });
}

function restore(account: TestAccount, id: string): Promise<TestResponse> {
  return account.call({ method: "PUT", path: `${path}/${id}/restore` });
}

function change(account: TestAccount, verb: string, body: unknown): Promise<TestResponse> {
  return account.call({ method: "PUT", path: `${path}/5/memberships/${verb}`, body });
}

function listsOfRecord(account: TestAccount, id: string): Promise<TestResponse> {
  return account.call({ path: `${path}/records/contacts/${id}/memberships` });
}

async function members(account: TestAccount): Promise<string[]> {
  const { body } = await account.call({ path: `${path}/5/memberships` });
  return body.results.map(({ recordId }: { recordId: string }) => recordId);
}

function idsIn({ body }: TestResponse): string[] {
  return body.lists.map(({ listId }: { listId: string }) => listId);
}
