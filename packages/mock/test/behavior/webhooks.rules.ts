import { expect } from "vitest";
import { define } from "./eventOccurrences/calls.ts";
import { type Call, demoTime, type Platform, type TestAccount, type TestResponse } from "./platform.ts";
import { expectInvalid, expectNotFound, expectScope } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const targetUrl = "https://app.example/hooks?source=crm";
const settings = { targetUrl, throttling: { maxConcurrentRequests: 10 } };
const creation = { eventType: "contact.creation", active: true };
const change = { eventType: "deal.propertyChange", active: true, propertyName: "amount" };
const appId = 27314;

rules("webhooks", {
  "webhooks-scope": rule("Every operation requires the scope `webhooks`.", { grade: "assumed", source: "no source names a scope" })(
    async (platform) => {
      for (const call of everyCall(appId, "1")) await expectScope(platform, "webhooks", call);
    },
  ),
  "webhooks-of-own-app": rule(
    "The app in the path must be the one that the access token belongs to; any other app id is rejected with a 404.",
    "assumed",
  )(async (platform) => {
    const account = await frozenAccount(platform);
    await setUp(account);
    for (const call of everyCall(appId + 1, "1")) expectNotFound(await account.call(call));
    const other = await account.installApp({ scopes: ["webhooks"] });
    for (const call of everyCall(appId, "1")) expectNotFound(await other.call(call));
    expect((await list(other, other.app.appId)).body.results).toEqual([]);
    expect((await list(account)).body.results).toHaveLength(1);
  }),
  "webhooks-within-the-account": rule("The settings and subscriptions of an app in one account do not apply to other accounts.", {
    grade: "assumed",
    source: "our choice, because accounts of the mock are isolated",
  })(async (platform) => {
    const account = await frozenAccount(platform);
    const { id } = await setUp(account);
    const before = await account.snapshot();
    const other = await frozenAccount(platform);
    expect((await list(other)).body.results).toEqual([]);
    const found = everyCall(appId, id).filter(({ path }) => path.endsWith(id));
    for (const call of found) expectNotFound(await other.call(call));
    expectNotFound(await other.call({ path: pathOf("settings") }));
    expect(await account.snapshot()).toEqual(before);
  }),

  "webhooks-settings": rule(
    "`webhooks.setSettings` creates or replaces the settings; a replacement keeps the creation time. If an app has no settings, " +
      "`webhooks.getSettings` returns 404, and `webhooks.deleteSettings` returns 204.",
    { grade: "assumed", source: "public documentation of a similar API, for the operations and statuses" },
  )(async (platform) => {
    const account = await frozenAccount(platform);
    const get = () => account.call({ path: pathOf("settings") });
    const remove = () => account.call({ method: "DELETE", path: pathOf("settings") });
    expectNotFound(await get());
    expect((await remove()).status).toBe(204);
    const set = await putSettings(account, settings);
    expect([set.status, set.body]).toEqual([200, { ...settings, createdAt: demoTime, updatedAt: demoTime }]);
    await account.advance(1_000);
    const replaced = { targetUrl: "http://localhost:8080/hooks", throttling: { maxConcurrentRequests: 1 } };
    await putSettings(account, replaced);
    expect((await get()).body).toEqual({ ...replaced, createdAt: demoTime, updatedAt: "2026-04-20T08:00:01Z" });
    expect((await remove()).status).toBe(204);
    expectNotFound(await get());
  }),
  "webhooks-target-url": rule(
    "A target URL must be absolute and begin with `https://`. A URL of localhost, or of a host in the option `webhookHosts`, can also " +
      "begin with `http://`. A target URL must contain neither credentials nor a fragment. In a state, the URL of every host can begin " +
      "with `http://`.",
    "assumed",
  )(async (platform) => {
    const account = await frozenAccount(platform);
    const accepted = [
      "https://app.example",
      "http://localhost:1/a",
      "http://127.0.0.1/?b",
      "http://[::1]:8080/c",
      "http://a.localhost:1",
      "http://localhost.:1",
    ];
    for (const url of accepted) expect((await putSettings(account, { ...settings, targetUrl: url })).status).toBe(200);
    const rejected = [
      "http://app.example",
      "ftp://localhost/",
      "https://user@app.example/",
      "https://:p@app.example/",
      "https://app.example/#",
    ];
    for (const url of rejected) expectInvalid(await putSettings(account, { ...settings, targetUrl: url }), "targetUrl");
    const relative = await putSettings(account, { ...settings, targetUrl: "/hooks" });
    expect(relative.status).toBe(400);
  }),
  "webhooks-throttling": rule(
    "The maximum number of concurrent requests is a number from 1 to 100.",
    "assumed",
  )(async (platform) => {
    const account = await frozenAccount(platform);
    const put = (maxConcurrentRequests: unknown) => putSettings(account, { targetUrl, throttling: { maxConcurrentRequests } });
    for (const maximum of [1, 100]) expect((await put(maximum)).status).toBe(200);
    for (const maximum of [0, 101, 1.5, "10"]) expectInvalid(await put(maximum), "throttling.maxConcurrentRequests");
  }),

  "webhooks-create-subscription": rule(
    "A created subscription has the given fields, a new id, and the time of the request as its timestamps.",
    { grade: "assumed", source: "public documentation of a similar API, for the operation and its fields" },
  )(async (platform) => {
    const account = await frozenAccount(platform);
    const first = await create(account, change);
    const second = await create(account, { ...creation, active: false });
    expect([first.status, first.body]).toEqual([
      201,
      { ...change, id: expect.stringMatching(/^\d+$/), createdAt: demoTime, updatedAt: demoTime },
    ]);
    expect((await list(account)).body.results).toEqual([first.body, second.body]);
    expect((await account.call({ path: pathOf(`subscriptions/${first.body.id}`) })).body).toEqual(first.body);
  }),
  "webhooks-event-types": rule(
    "Apps can subscribe to exactly the 48 documented types of events.",
    "documented",
  )(async (platform) => {
    const account = await frozenAccount(platform);
    const kinds = ["creation", "deletion", "merge", "restore", "propertyChange", "associationChange"];
    const types = ["contact", "company", "deal", "ticket", "product", "line_item", "object"].flatMap((type) =>
      kinds.map((kind) => `${type}.${kind}`).filter((name) => name !== "product.associationChange"),
    );
    const conversations = ["creation", "deletion", "newMessage", "privacyDeletion", "propertyChange"].map((kind) => `conversation.${kind}`);
    const all = [...types, ...conversations, "contact.privacyDeletion", "event.completed"];
    expect(all).toHaveLength(48);
    for (const eventType of all) expect((await create(account, subscriptionTo(eventType))).status, eventType).toBe(201);
    for (const eventType of ["product.associationChange", "contacts.creation", "Contact.creation", ""]) {
      expectInvalid(await create(account, { eventType, active: true }), "eventType");
    }
  }),
  "webhooks-subscription-fields": rule(
    "Types that end with `.propertyChange` require `propertyName`. Types that begin with `object.` require `objectTypeId`, which must " +
      "be the id of an object type. The type `event.completed` requires `eventTypeName`. Other types do not allow these fields.",
    { grade: "assumed", source: "public documentation of a similar API, for the fields" },
  )(async (platform) => {
    const account = await frozenAccount(platform);
    for (const eventType of ["deal.propertyChange", "object.creation", "event.completed"]) {
      expect((await create(account, { eventType, active: true })).status).toBe(400);
    }
    const surplus = { ...creation, propertyName: "email", objectTypeId: "0-1", eventTypeName: "pe1_a" };
    expectInvalid(await create(account, surplus), "propertyName", "objectTypeId", "eventTypeName");
    for (const objectTypeId of ["contacts", "0-9999", "2-0"]) {
      expectInvalid(await create(account, { eventType: "object.creation", active: true, objectTypeId }), "objectTypeId");
    }
    expect((await create(account, { eventType: "object.creation", active: true, objectTypeId: "2-7" })).status).toBe(201);
  }),
  "webhooks-subscribed-names": rule(
    "`eventTypeName` must be the full name of a current event definition of the account, or a name of the form `e_<name>` or " +
      "`ae<app>_<name>`, because the platform and apps also define events. `propertyName` can be an unknown property, because it may be " +
      "defined later.",
    { grade: "assumed", source: "public documentation of a similar API, for the forms of the names" },
  )(async (platform) => {
    const account = await frozenAccount(platform);
    const name = await define(account, { name: "visited", label: "Visited", primaryObject: "CONTACT" });
    const subscribe = (eventTypeName: string) => create(account, { eventType: "event.completed", active: true, eventTypeName });
    for (const accepted of [name, "e_visited_page", "ae27314_opened"]) expect((await subscribe(accepted)).status).toBe(201);
    for (const rejected of ["visited", `${name}s`, name.replace("pe", "pe1")]) expectInvalid(await subscribe(rejected), "eventTypeName");
    await account.call({ method: "DELETE", path: `/events/2026-03/event-definitions/${name}` });
    expectInvalid(await subscribe(name), "eventTypeName");
    expect((await create(account, { ...change, propertyName: "undefined_property" })).status).toBe(201);
  }),
  "webhooks-excluded-properties": rule(
    "Apps cannot subscribe to changes to `hs_lastmodifieddate` or `num_unique_conversion_events`.",
    "documented",
  )(async (platform) => {
    const account = await frozenAccount(platform);
    for (const propertyName of ["hs_lastmodifieddate", "num_unique_conversion_events"]) {
      expectInvalid(await create(account, { ...change, propertyName }), "propertyName");
    }
  }),
  "webhooks-same-subscription": rule(
    "If the app already has a subscription with the same `eventType`, `propertyName`, `objectTypeId` and `eventTypeName`, the request " +
      "is rejected with a 409, even if the existing subscription is inactive.",
    "assumed",
  )(async (platform) => {
    const account = await frozenAccount(platform);
    await create(account, { ...change, active: false });
    const again = await create(account, change);
    expect([again.status, again.body.category]).toEqual([409, "CONFLICT"]);
    expect((await create(account, { ...change, propertyName: "dealname" })).status).toBe(201);
  }),
  "webhooks-update-subscription": rule(
    "An update changes only `active` and `updatedAt`.",
    "documented",
  )(async (platform) => {
    const account = await frozenAccount(platform);
    const { body: subscription } = await create(account, change);
    await account.advance(1_000);
    const path = pathOf(`subscriptions/${subscription.id}`);
    const updated = await account.call({ method: "PATCH", path, body: { active: false } });
    expect([updated.status, updated.body]).toEqual([200, { ...subscription, active: false, updatedAt: "2026-04-20T08:00:01Z" }]);
    expect((await account.call({ path })).body).toEqual(updated.body);
    expectNotFound(await account.call({ method: "PATCH", path: pathOf("subscriptions/__proto__"), body: { active: false } }));
  }),
  "webhooks-delete-subscription": rule(
    "After a subscription is deleted, requests to read, update or delete it return 404.",
    "assumed",
  )(async (platform) => {
    const account = await frozenAccount(platform);
    const { body } = await create(account, change);
    const path = pathOf(`subscriptions/${body.id}`);
    expect((await account.call({ method: "DELETE", path })).status).toBe(204);
    expectNotFound(await account.call({ path }));
    expectNotFound(await account.call({ method: "DELETE", path }));
    expect((await list(account)).body.results).toEqual([]);
  }),
  "webhooks-batch-update": rule(
    "A batch changes the subscriptions that exist. If any are missing, the status is 207, with one error that lists all missing ids. If " +
      "several inputs have the same id, the last one applies.",
    { grade: "assumed", source: "public documentation of a similar API, for the statuses" },
  )(async (platform) => {
    const account = await frozenAccount(platform);
    const [one, other] = [(await create(account, change)).body, (await create(account, creation)).body];
    await account.advance(1_000);
    const update = (inputs: unknown) => account.call({ path: pathOf("subscriptions/batch/update"), body: { inputs } });
    const changed = { active: false, updatedAt: "2026-04-20T08:00:01Z" };
    const complete = await update([
      { id: other.id, active: false },
      { id: one.id, active: true },
      { id: one.id, active: false },
    ]);
    expect([complete.status, complete.body.results]).toEqual([
      200,
      [
        { ...other, ...changed },
        { ...one, ...changed },
      ],
    ]);
    const partial = await update([
      { id: "0", active: true },
      { id: one.id, active: true },
      { id: "x", active: true },
    ]);
    expect(partial.status).toBe(207);
    expect(partial.body).toMatchObject({ results: [{ id: one.id, active: true }], numErrors: 1 });
    expect(partial.body.errors[0]).toMatchObject({ status: "error", category: "OBJECT_NOT_FOUND", context: { ids: ["0", "x"] } });
    expectInvalid(await update([]), "inputs");
    expectInvalid(await update(Array.from({ length: 101 }, () => ({ id: one.id, active: true }))), "inputs");
  }),

  "webhooks-snapshot": rule(
    "A snapshot contains the settings and subscriptions of all apps, and restoring the snapshot replaces them.",
    "assumed",
  )(async (platform) => {
    const account = await frozenAccount(platform);
    const subscription = await setUp(account);
    const snapshot = await account.snapshot();
    expect(snapshot.webhookSettings).toEqual([{ ...settings, createdAt: demoTime, updatedAt: demoTime, appId }]);
    expect(snapshot.webhookSubscriptions).toEqual([{ ...subscription, appId }]);
    await create(account, creation);
    await platform.control("PUT", `/accounts/${account.accountId}/snapshot`, snapshot);
    const restored = await account.snapshot();
    expect(restored.webhookSettings).toEqual(snapshot.webhookSettings);
    expect(restored.webhookSubscriptions).toEqual(snapshot.webhookSubscriptions);
    const invalid = { webhookSettings: [{ ...snapshot.webhookSettings[0], targetUrl: "ftp://app.example" }] };
    await expect(account.seed(invalid)).rejects.toThrow("webhookSettings[0].targetUrl");
  }),
});

function frozenAccount(platform: Platform): Promise<TestAccount> {
  return platform.account({ app: { appId }, clock: { mode: "frozen", at: demoTime } });
}

async function setUp(account: TestAccount): Promise<TestResponse["body"]> {
  await putSettings(account, settings);
  return (await create(account, change)).body;
}

function pathOf(part: string, app: number = appId): string {
  return `/webhooks/2026-03/${app}/${part}`;
}

function putSettings(account: TestAccount, body: unknown): Promise<TestResponse> {
  return account.call({ method: "PUT", path: pathOf("settings"), body });
}

function create(account: TestAccount, body: unknown): Promise<TestResponse> {
  return account.call({ path: pathOf("subscriptions"), body });
}

function list(account: TestAccount, app: number = appId): Promise<TestResponse> {
  return account.call({ path: pathOf("subscriptions", app) });
}

function subscriptionTo(eventType: string): object {
  return {
    eventType,
    active: true,
    ...(eventType.endsWith(".propertyChange") ? { propertyName: "name" } : {}),
    ...(eventType.startsWith("object.") ? { objectTypeId: "0-47" } : {}),
    ...(eventType === "event.completed" ? { eventTypeName: "e_visited_page" } : {}),
  };
}

function everyCall(app: number, id: string): Call[] {
  const update = { active: false };
  return [
    { path: pathOf("settings", app) },
    { method: "PUT", path: pathOf("settings", app), body: settings },
    { method: "DELETE", path: pathOf("settings", app) },
    { path: pathOf("subscriptions", app) },
    { path: pathOf("subscriptions", app), body: creation },
    { path: pathOf("subscriptions/batch/update", app), body: { inputs: [{ id, ...update }] } },
    { path: pathOf(`subscriptions/${id}`, app) },
    { method: "PATCH", path: pathOf(`subscriptions/${id}`, app), body: update },
    { method: "DELETE", path: pathOf(`subscriptions/${id}`, app) },
  ];
}
