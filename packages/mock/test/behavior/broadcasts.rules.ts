import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount, type TestResponse } from "./platform.ts";
import { expectInvalid, expectNotFound, expectScope } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const path = "/broadcast/v1/broadcasts";
const channelsPath = "/broadcast/v1/channels/setting/publish/current";
const now = Date.parse(demoTime);
// Ten minutes, which is shorter than the 30-minute lifetime of a token.
const soon = 600_000;
// The user of the access token and of the seeded broadcasts.
const userId = 90211;
const author = 90305;

const company = { channelGuid: "8d0a4c6e-1f72-4b95-a3d8-5e9c7b2f6014", channelKey: "CompanyPage:4407", type: "CompanyPage", active: true };
const personal = { channelGuid: "21c5d7e9-40f8-4a3b-9d16-b7e2f0a84c53", channelKey: "Profile:81", type: "Profile", active: true };
const { channelGuid } = company;

rules("broadcasts", {
  "broadcasts-need-their-scope": rule(
    "All five operations of the social interface require the scope `social`.",
    "documented",
  )(async (platform) => {
    await expectScope(platform, "social", { path: channelsPath });
    await expectScope(platform, "social", { path });
    await expectScope(platform, "social", { path, body: { channelGuid } });
    await expectScope(platform, "social", { path: `${path}/some-guid` });
    await expectScope(platform, "social", { path: `${path}/some-guid`, method: "DELETE" });
  }),
  "broadcasts-work-although-deprecated": rule("The social interface is deprecated, but all of its operations still work.", {
    grade: "described",
    source: "platform description, Versioning",
  })(async (platform) => {
    const account = await withChannels(platform);
    const responses = await allFive(account);
    expect(responses.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200]);
  }),
  "broadcasts-say-they-are-deprecated": rule(
    "Every successful response of the social interface has a `Deprecation` header, but no `Sunset` header, because no end date has been " +
      "announced.",
    "assumed",
  )(async (platform) => {
    const account = await withChannels(platform);
    for (const { headers } of await allFive(account)) {
      expect(headers.get("deprecation")).toMatch(/^@\d+$/);
      expect(headers.get("sunset")).toBeNull();
    }
  }),
  "broadcasts-of-one-account": rule(
    "An account cannot see another account's channels or broadcasts, or publish to that account's channels.",
    "assumed",
  )(async (platform) => {
    const account = await withChannels(platform);
    const { broadcastGuid } = await created(account, {});
    const other = await platform.account();
    expect((await other.call({ path })).body).toEqual([]);
    expect((await other.call({ path: channelsPath })).body).toEqual([]);
    expectNotFound(await other.call({ path: `${path}/${broadcastGuid}` }));
    expectNotFound(await other.call({ path: `${path}/${broadcastGuid}`, method: "DELETE" }));
    expectInvalid(await other.call({ path, body: { channelGuid } }), "channelGuid");
    expect((await read(account, broadcastGuid)).status).toBe("WAITING");
  }),

  // Channels
  "channels-list": rule(
    "The response is an array of all channels of the account, with their fields.",
    "documented",
  )(async (platform) => {
    const account = await platform.account({ scopes: ["social"] });
    const full = { ...company, channelId: "4407", settings: { publish: true }, username: null, displayName: "Halden Instruments" };
    await account.seed({ channels: [full, personal] });
    const { status, body } = await account.call({ path: channelsPath });
    expect(status).toBe(200);
    expect(body).toHaveLength(2);
    expect(body).toContainEqual({ ...full, portalId: account.accountId });
    expect(body).toContainEqual({ ...personal, portalId: account.accountId });
  }),
  "channels-that-are-not-active": rule(
    "The list also contains inactive channels.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account({ scopes: ["social"] });
    await account.seed({ channels: [{ ...company, active: false }] });
    expect((await account.call({ path: channelsPath })).body).toEqual([{ ...company, active: false, portalId: account.accountId }]);
  }),
  "channels-portal-id": rule(
    "The `portalId` of channels and broadcasts is the id of the requesting account.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account({ scopes: ["social"] });
    await account.seed({
      channels: [{ ...company, portalId: 1 }],
      broadcasts: [{ broadcastGuid: "b-1", channelGuid, status: "DRAFT", portalId: 1 }],
    });
    const portalIds = [
      (await account.call({ path: channelsPath })).body[0],
      (await account.call({ path })).body[0],
      await read(account, "b-1"),
    ];
    expect(portalIds.map(({ portalId }) => portalId)).toEqual([account.accountId, account.accountId, account.accountId]);
  }),

  // List
  "broadcasts-list": rule(
    "The response has status 200 and is an array of all broadcasts of the account, regardless of their status.",
    "documented",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["SUCCESS", "DRAFT", "CANCELED", "WAITING", "ERROR_FATAL"]);
    const { status, body } = await account.call({ path });
    expect(status).toBe(200);
    expect(guidsIn(body).sort()).toEqual(["b-1", "b-2", "b-3", "b-4", "b-5"]);
  }),
  "broadcasts-list-order": rule(
    "The list starts with the most recently created broadcast.",
    "assumed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["DRAFT", "DRAFT", "DRAFT"]);
    expect(await found(account, {})).toEqual(["b-3", "b-2", "b-1"]);
  }),
  "broadcasts-list-order-of-one-moment": rule(
    "Broadcasts with the same creation time are listed in reverse order of creation, even after a snapshot is restored.",
    "assumed",
  )(async (platform) => {
    const account = await withChannels(platform);
    const guids: string[] = [];
    for (let index = 0; index < 12; index += 1) guids.unshift((await created(account, {})).broadcastGuid);
    expect(await found(account, {})).toEqual(guids);
    expect(await found(account, { limit: 3 })).toEqual(guids.slice(0, 3));
    await deleted(account, guids[5] as string);
    const other = await withChannels(platform);
    await other.seed(await account.snapshot());
    for (const each of [account, other]) expect(await found(each, {})).toEqual(guids);
    expect(Object.keys((await account.call({ path })).body[0])).not.toContain("number");
  }),
  "broadcasts-list-by-status": rule(
    "`status` selects broadcasts that currently have the given status.",
    "observed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["SUCCESS", "DRAFT", "CANCELED", "WAITING", "ERROR_FATAL", "DRAFT"]);
    expect(await found(account, { status: "DRAFT" })).toEqual(["b-6", "b-2"]);
    expect(await found(account, { status: "ERROR_FATAL" })).toEqual(["b-5"]);
    expect(await found(account, { status: "WAITING" })).toEqual(["b-4"]);
    await account.advance(2 * soon);
    expect(await found(account, { status: "WAITING" })).toEqual([]);
    expect(await found(account, { status: "SUCCESS" })).toEqual(["b-4", "b-1"]);
  }),
  "broadcasts-list-by-unknown-status": rule(
    "A request with an unknown `status` is rejected with status 400 and an error for `status`.",
    "observed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["DRAFT"]);
    expectInvalid(await account.call({ path, query: { status: "PUBLISHED" } }), "status");
  }),
  "broadcasts-list-since": rule(
    "`since` selects broadcasts created at or after the given time, in milliseconds since the epoch.",
    "documented",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["DRAFT", "DRAFT", "DRAFT"]);
    expect(await found(account, { since: now + 2 })).toEqual(["b-3", "b-2"]);
    expect(await found(account, { since: now + 4 })).toEqual([]);
  }),
  "broadcasts-list-by-channel": rule(
    "`channelGuid` selects the broadcasts in the given channel. For an unknown channel, the list is empty.",
    "documented",
  )(async (platform) => {
    const account = await withChannels(platform);
    const { broadcastGuid } = await created(account, { channelGuid: personal.channelGuid });
    await created(account, {});
    expect(await found(account, { channelGuid: personal.channelGuid })).toEqual([broadcastGuid]);
    expect(await found(account, { channelGuid: "no-such-channel" })).toEqual([]);
  }),
  "broadcasts-list-limit": rule(
    "`limit` is the maximum number of broadcasts in the response. Without `limit`, the response contains all broadcasts.",
    "documented",
  )(async (platform) => {
    const account = await withBroadcasts(
      platform,
      Array.from({ length: 30 }, () => "DRAFT"),
    );
    expect(await found(account, { limit: 2 })).toEqual(["b-30", "b-29"]);
    expect(await found(account, {})).toHaveLength(30);
  }),
  "broadcasts-list-limit-at-least": rule(
    "A `limit` below 1 is rejected with status 400 and an error for `limit`.",
    "assumed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["DRAFT"]);
    expectInvalid(await account.call({ path, query: { limit: 0 } }), "limit");
  }),
  "broadcasts-list-filters-together": rule(
    "If a request has several filters, the list contains only the broadcasts that match all of them.",
    "assumed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["DRAFT", "CANCELED", "DRAFT", "DRAFT"]);
    expect(await found(account, { status: "DRAFT", since: now + 2, channelGuid, limit: 1 })).toEqual(["b-4"]);
  }),

  // Create
  "broadcasts-create": rule(
    "A request that creates a broadcast returns 201 with the broadcast, which can then be read and listed.",
    "observed",
  )(async (platform) => {
    const account = await withChannels(platform);
    const { status, body } = await account.call({ path, body: { channelGuid, content: { body: "The bench is open again." } } });
    expect(status).toBe(201);
    expect(await read(account, body.broadcastGuid)).toEqual(body);
    expect((await account.call({ path })).body).toEqual([body]);
  }),
  "broadcasts-create-fields": rule(
    "A new broadcast contains its account, its channel, its timestamps, its content, its text and the user who created it.",
    "observed",
  )(async (platform) => {
    const account = await withChannels(platform, { userId });
    const content = { body: "The bench is open again.", photoUrl: "https://www.haldeninstruments.example/bench.jpg" };
    expect(await created(account, { content, triggerAt: now + soon })).toMatchObject({
      broadcastGuid: expect.stringMatching(/./),
      portalId: account.accountId,
      channelGuid,
      channelKey: "CompanyPage:4407",
      createdAt: now,
      userUpdatedAt: now,
      triggerAt: now + soon,
      content,
      messageText: content.body,
      clicks: 0,
      createdBy: userId,
      updatedBy: userId,
    });
  }),
  "broadcasts-create-client-tag": rule(
    "The `clientTag` of a new broadcast is the name of the app that created it.",
    "assumed",
  )(async (platform) => {
    const account = await withChannels(platform);
    expect((await created(account, {})).clientTag).toMatch(/./);
  }),
  "broadcasts-create-needs-a-channel": rule(
    "A broadcast without `channelGuid` is rejected with status 400 and an error for `channelGuid`.",
    "documented",
  )(async (platform) => {
    const account = await withChannels(platform);
    expectInvalid(await account.call({ path, body: { content: { body: "Hello" } } }), "channelGuid");
  }),
  "broadcasts-create-unknown-channel": rule(
    "A request to create a broadcast in an unknown channel is rejected with status 400 and an error for `channelGuid`.",
    "assumed",
  )(async (platform) => {
    const account = await withChannels(platform);
    expectInvalid(await account.call({ path, body: { channelGuid: "no-such-channel" } }), "channelGuid");
    expect(await found(account, {})).toEqual([]);
  }),
  "broadcasts-create-inactive-channel": rule(
    "A request to create a broadcast in an inactive channel is rejected with status 400 and an error for `channelGuid`.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account({ scopes: ["social"] });
    await account.seed({ channels: [{ ...company, active: false }] });
    expectInvalid(await account.call({ path, body: { channelGuid } }), "channelGuid");
  }),
  "broadcasts-create-at-a-moment": rule(
    "A broadcast with a `triggerAt` is published at that time.",
    "documented",
  )(async (platform) => {
    const account = await withChannels(platform);
    const { broadcastGuid } = await created(account, { triggerAt: now + soon });
    expect(await read(account, broadcastGuid)).toMatchObject({ status: "WAITING", triggerAt: now + soon });
    await account.advance(soon - 1);
    expect((await read(account, broadcastGuid)).status).toBe("WAITING");
  }),
  "broadcasts-create-at-once": rule(
    "A broadcast without a `triggerAt` is scheduled for immediate publication.",
    "documented",
  )(async (platform) => {
    const account = await withChannels(platform);
    const broadcast = await created(account, {});
    expect(broadcast).toMatchObject({ status: "WAITING", triggerAt: now });
    await account.advance(1);
    expect((await read(account, broadcast.broadcastGuid)).status).toBe("SUCCESS");
  }),
  "broadcasts-create-draft": rule(
    "If a new broadcast has the status DRAFT, it is stored and never published.",
    "documented",
  )(async (platform) => {
    const account = await withChannels(platform);
    const draft = await created(account, { status: "DRAFT", content: { body: "Soon" } });
    expect(draft.status).toBe("DRAFT");
    await account.advance(2 * soon);
    expect(await read(account, draft.broadcastGuid)).toEqual(draft);
  }),
  "broadcasts-create-draft-without-moment": rule(
    "If a request that creates a draft contains a `triggerAt`, the value is discarded.",
    "assumed",
  )(async (platform) => {
    const account = await withChannels(platform);
    expect((await created(account, { status: "DRAFT", triggerAt: now + soon })).triggerAt).toBeNull();
  }),
  "broadcasts-create-other-status": rule(
    "A `status` other than DRAFT is rejected with status 400 and an error for `status`.",
    "assumed",
  )(async (platform) => {
    const account = await withChannels(platform);
    expectInvalid(await account.call({ path, body: { channelGuid, status: "SUCCESS" } }), "status");
  }),
  "broadcasts-create-other-content": rule(
    "The service also stores content fields that the document does not describe.",
    "documented",
  )(async (platform) => {
    const account = await withChannels(platform);
    const content = { body: "Hello", originalLink: "https://www.haldeninstruments.example", nested: { deep: [1, null] } };
    const { broadcastGuid } = await created(account, { content });
    expect((await read(account, broadcastGuid)).content).toEqual(content);
  }),

  // Publishing
  "broadcasts-published-by-the-clock": rule(
    "A waiting broadcast is published when the clock reaches its `triggerAt`, which becomes its `finishedAt`.",
    "assumed",
  )(async (platform) => {
    const account = await withChannels(platform);
    const { broadcastGuid } = await created(account, { triggerAt: now + soon });
    await account.advance(soon + 1);
    expect(await read(account, broadcastGuid)).toMatchObject({ status: "SUCCESS", triggerAt: now + soon, finishedAt: now + soon });
  }),
  "broadcasts-published-after-creation": rule(
    "In the response to the request that creates it, a broadcast is not yet published, even if its `triggerAt` is in the past. In that " +
      "case, its `finishedAt` will be its creation time.",
    "assumed",
  )(async (platform) => {
    const account = await withChannels(platform);
    const broadcast = await created(account, { triggerAt: now - soon });
    expect(broadcast).toMatchObject({ status: "WAITING", triggerAt: now - soon, finishedAt: null });
    await account.advance(1);
    expect(await read(account, broadcast.broadcastGuid)).toMatchObject({ status: "SUCCESS", finishedAt: now });
  }),
  "broadcasts-published-message": rule(
    "A published broadcast contains the id, type and URL of its message in the network. Until it is published, these fields are `null`.",
    "assumed",
  )(async (platform) => {
    const account = await withChannels(platform);
    const waiting = await created(account, {});
    expect(waiting).toMatchObject({ remoteContentId: null, remoteContentType: null, messageUrl: null });
    await account.advance(1);
    const published = await read(account, waiting.broadcastGuid);
    expect(published.remoteContentId).toMatch(/./);
    expect(published.remoteContentType).toMatch(/./);
    expect(published.messageUrl).toMatch(/^https:\/\//);
  }),
  "broadcasts-flags": rule(
    "`isPending`, `isPublished` and `isFailed` are true if the status is WAITING, SUCCESS and ERROR_FATAL, respectively.",
    "assumed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["SUCCESS", "DRAFT", "CANCELED", "WAITING", "ERROR_FATAL"]);
    const { body } = await account.call({ path });
    const flags = body.map((one: Record<string, unknown>) => [one["status"], one["isPending"], one["isPublished"], one["isFailed"]]);
    expect(flags).toEqual([
      ["ERROR_FATAL", false, false, true],
      ["WAITING", true, false, false],
      ["CANCELED", false, false, false],
      ["DRAFT", false, false, false],
      ["SUCCESS", false, true, false],
    ]);
  }),

  // Get and delete
  "broadcasts-get": rule(
    "A request for a broadcast by its guid returns 200 with the broadcast.",
    "documented",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["DRAFT", "WAITING"]);
    expect(await read(account, "b-2")).toMatchObject({ broadcastGuid: "b-2", status: "WAITING", createdAt: now + 2 });
  }),
  "broadcasts-get-unknown": rule(
    "A request to read or delete a broadcast with an unknown guid returns 404 and the category OBJECT_NOT_FOUND.",
    "observed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["DRAFT"]);
    expectNotFound(await account.call({ path: `${path}/b-2` }));
    expectNotFound(await account.call({ path: `${path}/b-2`, method: "DELETE" }));
  }),
  "broadcasts-delete": rule(
    "A request that deletes a broadcast returns 200 with the broadcast, whose status is now CANCELED.",
    "assumed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["WAITING"]);
    const { status, body } = await deleted(account, "b-1");
    expect(status).toBe(200);
    expect(body).toMatchObject({ broadcastGuid: "b-1", status: "CANCELED", isPending: false });
  }),
  "broadcasts-delete-stops-publishing": rule(
    "A canceled broadcast is not published at its `triggerAt`.",
    "assumed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["WAITING"]);
    await deleted(account, "b-1");
    await account.advance(2 * soon);
    expect(await read(account, "b-1")).toMatchObject({ status: "CANCELED", messageUrl: null, finishedAt: null });
  }),
  "broadcasts-delete-keeps-it-readable": rule(
    "Canceled broadcasts can still be read and listed.",
    "assumed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["WAITING"]);
    const { body } = await deleted(account, "b-1");
    expect(await read(account, "b-1")).toEqual(body);
    expect(await found(account, { status: "CANCELED" })).toEqual(["b-1"]);
  }),
  "broadcasts-delete-records-who-and-when": rule(
    "Deleting a broadcast sets its `userUpdatedAt` and `updatedBy`, but does not change its `createdAt` or `triggerAt`.",
    "assumed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["WAITING"], { userId });
    const before = await read(account, "b-1");
    await account.advance(soon / 2);
    const { body } = await deleted(account, "b-1");
    expect(body).toMatchObject({ userUpdatedAt: now + soon / 2, updatedBy: userId });
    expect(before).toMatchObject({ createdBy: author, updatedBy: author });
    expect([body.createdAt, body.createdBy, body.triggerAt]).toEqual([before.createdAt, author, before.triggerAt]);
  }),
  "broadcasts-delete-draft": rule(
    "A draft can be deleted like any other broadcast.",
    "assumed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["DRAFT"]);
    expect((await deleted(account, "b-1")).body.status).toBe("CANCELED");
  }),
  "broadcasts-delete-twice": rule(
    "A request to delete a broadcast that is already canceled returns 200 with the broadcast and changes nothing.",
    "assumed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["WAITING"]);
    const first = await deleted(account, "b-1");
    await account.advance(soon / 2);
    const second = await deleted(account, "b-1");
    expect([second.status, second.body]).toEqual([200, first.body]);
  }),
  "broadcasts-delete-published": rule(
    "A request to delete a published or failed broadcast returns 200 with the broadcast and changes nothing.",
    "assumed",
  )(async (platform) => {
    const account = await withBroadcasts(platform, ["SUCCESS", "ERROR_FATAL", "WAITING"]);
    await account.advance(2 * soon);
    for (const guid of ["b-1", "b-2", "b-3"]) {
      const before = await read(account, guid);
      const { status, body } = await deleted(account, guid);
      expect([status, body]).toEqual([200, before]);
    }
    expect(await found(account, { status: "CANCELED" })).toEqual([]);
  }),
});

async function withChannels(platform: Platform, options: Readonly<Record<string, unknown>> = {}): Promise<TestAccount> {
  const clock = { mode: "frozen", at: new Date(now).toISOString() };
  const account = await platform.account({ scopes: ["social"], clock, ...options });
  await account.seed({ channels: [company, personal] });
  return account;
}

async function withBroadcasts(
  platform: Platform,
  statuses: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<TestAccount> {
  const account = await withChannels(platform, options);
  const broadcasts = statuses.map((status, index) => ({
    broadcastGuid: `b-${index + 1}`,
    channelGuid,
    status,
    createdAt: now + index + 1,
    triggerAt: now + soon,
    finishedAt: null,
    messageUrl: null,
    createdBy: author,
    updatedBy: author,
  }));
  await account.seed({ broadcasts });
  return account;
}

async function created(account: TestAccount, input: object): Promise<TestResponse["body"]> {
  const { status, body } = await account.call({ path, body: { channelGuid, ...input } });
  expect(status).toBe(201);
  return body;
}

async function read(account: TestAccount, broadcastGuid: string): Promise<TestResponse["body"]> {
  const { status, body } = await account.call({ path: `${path}/${broadcastGuid}` });
  expect(status).toBe(200);
  return body;
}

async function deleted(account: TestAccount, broadcastGuid: string): Promise<TestResponse> {
  return account.call({ path: `${path}/${broadcastGuid}`, method: "DELETE" });
}

async function found(account: TestAccount, query: Readonly<Record<string, string | number>>): Promise<string[]> {
  const { status, body } = await account.call({ path, query });
  expect(status).toBe(200);
  return guidsIn(body);
}

function guidsIn(broadcasts: readonly { readonly broadcastGuid: string }[]): string[] {
  return broadcasts.map(({ broadcastGuid }) => broadcastGuid);
}

async function allFive(account: TestAccount): Promise<TestResponse[]> {
  const channels = await account.call({ path: channelsPath });
  const creation = await account.call({ path, body: { channelGuid } });
  const one = `${path}/${creation.body.broadcastGuid}`;
  return [
    channels,
    creation,
    await account.call({ path }),
    await account.call({ path: one }),
    await deleted(account, creation.body.broadcastGuid),
  ];
}
