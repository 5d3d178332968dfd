import { expect, vi } from "vitest";
import { type ReceivedEvent, type Receiver, type Respond, receiveWebhooks, subscribe } from "../../webhooks/receiver.ts";
import { define, sendAccepted } from "../eventOccurrences/calls.ts";
import { demoTime, type Platform, type TestAccount } from "../platform.ts";
import { rule, rules } from "../rules.ts";

const minute = 60_000;
const hour = 60 * minute;
const waiting = { timeout: 20_000, interval: 20 };
const contacts = "/crm/objects/2026-03/contacts";

rules("webhooks", {
  "webhooks-custom-objects": rule("The events `object.*` with the id of a custom object type are emitted for its records.", {
    grade: "assumed",
    source: "public documentation of a similar API, for the types of events",
  })(
    withReceivers(async (subscribed) => {
      const types = ["object.creation 2-31", "object.deletion 2-31", "object.merge 2-31", "object.associationChange 2-31"];
      const { account, arrive } = await subscribed([...types, "object.creation 2-32"]);
      const ends = { from: "bicycle", to: "contacts" };
      await account.seed({
        objectSchemas: [{ objectTypeId: "2-31", name: "bicycle" }],
        associationLabels: [{ id: 1301, name: "bicycle_to_contact", label: null, ...ends }],
        records: { contacts: [{ id: "7" }] },
      });
      const create = async () => {
        const { id } = (await account.call({ path: "/crm/v3/objects/bicycle", body: { properties: {} } })).body;
        expect(await arrive("object.creation")).toMatchObject([{ objectId: Number(id), objectTypeId: "2-31" }]);
        return id;
      };
      const [one, other, last] = [await create(), await create(), await create()];
      await account.call({ method: "PUT", path: `/crm/v4/objects/bicycle/${one}/associations/default/contacts/7` });
      expect(await arrive("object.associationChange")).toMatchObject([{ associationType: "BICYCLE_TO_CONTACT", toObjectId: 7 }]);
      await account.call({ path: "/crm/v3/objects/bicycle/merge", body: { primaryObjectId: one, objectIdToMerge: other } });
      expect(await arrive("object.merge")).toMatchObject([{ primaryObjectId: Number(one) }]);
      await account.call({ method: "DELETE", path: `/crm/v3/objects/bicycle/${last}` });
      expect(await arrive("object.deletion")).toMatchObject([{ objectId: Number(last), changeFlag: "DELETED" }]);
    }),
  ),
  "webhooks-emission": rule(
    "Events are emitted when a record is created, archived, restored or merged, when one of its properties changes, when an association " +
      "is created or deleted, and when a custom event occurs, regardless of which interface makes the change. A change to an " +
      "association emits a separate event for each of its two records and for each of its types.",
    { grade: "assumed", source: "public documentation of a similar API, for the types of events" },
  )(
    withReceivers(async (subscribed, platform) => {
      const { account, appPath, arrive } = await subscribed([
        ...[
          "contact.creation",
          "contact.deletion",
          "contact.restore",
          "contact.merge",
          "contact.associationChange",
          "company.associationChange",
        ],
        ...["contact.propertyChange email", "object.creation 0-2"],
      ]);
      await account.seed({ records: { companies: [{ id: "5201" }] } });
      const eventName = await define(account, { name: "visited", label: "Visited", primaryObject: "CONTACT" });
      const first = (await account.call({ path: contacts, body: { properties: { email: "a@b.example" } } })).body.id;
      expect(await arrive("contact.creation")).toMatchObject([
        { objectId: Number(first), changeFlag: "CREATED", changeSource: "INTEGRATION" },
      ]);

      const inputs = [{ properties: { email: "c@b.example" } }, { properties: { email: "d@b.example" } }];
      const created = await account.call({ path: `${contacts}/batch/create`, body: { inputs } });
      const [second, third] = created.body.results.map(({ id }: { id: string }) => id);
      expect(await arrive("contact.creation", 2)).toMatchObject([{ objectId: Number(second) }, { objectId: Number(third) }]);

      await account.call({ method: "PATCH", path: `${contacts}/${first}`, body: { properties: { email: "e@b.example" } } });
      expect(await arrive("contact.propertyChange")).toMatchObject([{ propertyName: "email", propertyValue: "e@b.example" }]);
      const ofRecord = (id: string) => `/accounts/${account.accountId}/records/contacts/${id}`;
      const token = (await platform.control("POST", `/accounts/${account.accountId}/user-token`)).body.accessToken;
      await account.call({ token, method: "PATCH", path: `${contacts}/${first}`, body: { properties: { email: "f@b.example" } } });
      expect(await arrive("contact.propertyChange")).toMatchObject([
        { propertyValue: "f@b.example", changeSource: "CRM_UI", sourceId: "1" },
      ]);

      const link = { from: { id: first }, to: { id: "5201" }, type: "contact_to_company_unlabeled" };
      await account.call({ path: "/crm/v3/associations/contacts/companies/batch/create", body: { inputs: [link] } });
      expect(await arrive("contact.associationChange")).toMatchObject([
        {
          fromObjectId: Number(first),
          toObjectId: 5201,
          associationType: "CONTACT_TO_COMPANY_UNLABELED",
          associationRemoved: false,
          isPrimaryAssociation: false,
        },
      ]);
      expect(await arrive("company.associationChange")).toMatchObject([{ fromObjectId: 5201, toObjectId: Number(first) }]);
      const definition = { fromObjectId: Number(first), toObjectId: 5201, category: "SERVICE_DEFINED", definitionId: 279 };
      await account.call({ method: "PUT", path: "/crm-associations/v1/associations/delete", body: definition });
      expect(await arrive("contact.associationChange")).toMatchObject([{ associationRemoved: true }]);

      await account.call({ path: `${contacts}/merge`, body: { primaryObjectId: first, objectIdToMerge: second } });
      expect(await arrive("contact.merge")).toMatchObject([
        { objectId: Number(first), primaryObjectId: Number(first), mergedObjectIds: [Number(second)], numberOfPropertiesMoved: 0 },
      ]);
      await account.call({ method: "DELETE", path: `${contacts}/${third}` });
      expect(await arrive("contact.deletion")).toMatchObject([{ objectId: Number(third), changeFlag: "DELETED" }]);
      await platform.control("POST", `${ofRecord(third)}/restore`);
      expect(await arrive("contact.restore")).toMatchObject([{ objectId: Number(third) }]);
      const company = await account.call({ token, path: "/crm/objects/2026-03/companies", body: { properties: {} } });
      expect(await arrive("object.creation")).toMatchObject([{ objectTypeId: "0-2", objectId: Number(company.body.id) }]);

      const completion = { eventType: "event.completed", active: true, eventTypeName: eventName };
      await account.call({ path: `${appPath}/subscriptions`, body: completion });
      await sendAccepted(account, eventName, { objectId: first });
      expect(await arrive("event.completed")).toMatchObject([{ eventTypeName: eventName, objectId: Number(first) }]);
    }),
  ),
  "webhooks-calculated-values": rule(
    "A change of a property also emits the changes of the values that are calculated from it, such as a deal's `hs_is_closed_won`. Changes " +
      "of counters and roll-ups emit nothing.",
    "assumed",
  )(
    withReceivers(async (subscribed) => {
      const { account, receiver, arrive } = await subscribed([
        ...["deal.propertyChange hs_is_closed_won", "deal.propertyChange hs_deal_stage_probability"],
        ...["deal.propertyChange num_associated_contacts", "deal.deletion"],
      ]);
      const deals = "/crm/objects/2026-03/deals";
      const { id } = (await account.call({ path: deals, body: { properties: { dealstage: "contractsent" } } })).body;
      const contact = (await account.call({ path: contacts, body: { properties: { firstname: "Ines" } } })).body.id;
      await account.call({ method: "PUT", path: `${deals}/${id}/associations/default/contacts/${contact}` });
      for (const dealstage of ["closedlost", "closedwon"])
        await account.call({ method: "PATCH", path: `${deals}/${id}`, body: { properties: { dealstage } } });
      await account.call({ method: "PATCH", path: `${deals}/${id}`, body: { properties: { dealname: "Sensors" } } });
      await account.call({ method: "DELETE", path: `${deals}/${id}` });
      await arrive("deal.deletion");
      const changes = eventsOf(receiver).filter(({ subscriptionType }) => subscriptionType === "deal.propertyChange");
      expect(changes.map(({ propertyName, propertyValue }) => `${propertyName} ${propertyValue}`).sort()).toEqual([
        "hs_deal_stage_probability 0",
        "hs_deal_stage_probability 1",
        "hs_is_closed_won true",
      ]);
    }),
  ),
  "webhooks-emission-limits": rule(
    "Creating a record emits no property changes, and setting a property to its current value emits nothing. A merge emits no deletion " +
      "of the merged record. An occurrence of a custom event emits nothing if it is not linked to a record, because such occurrences " +
      "are not stored. Rejected requests, and seeding or restoring a state, emit nothing. Inactive subscriptions and the subscriptions " +
      "of an app without settings get no events.",
    "assumed",
  )(
    withReceivers(async (subscribed, platform) => {
      const { account, appPath, receiver, arrive } = await subscribed([
        "contact.creation",
        "contact.deletion",
        "contact.propertyChange email",
      ]);
      const create = async (email: string) => (await account.call({ path: contacts, body: { properties: { email } } })).body.id;
      const other = await account.installApp();
      await other.call({
        path: `/webhooks/2026-03/${other.app.appId}/subscriptions`,
        body: { eventType: "contact.creation", active: true },
      });

      const snapshot = await account.snapshot();
      await account.seed({ records: { contacts: [{ id: "1", properties: { email: "seeded@b.example" } }] } });
      await platform.control("PUT", `/accounts/${account.accountId}/snapshot`, snapshot);
      const first = await create("a@b.example");
      await account.call({ path: contacts, body: { properties: { email: "a@b.example" } } });
      await account.call({ method: "PATCH", path: `${contacts}/${first}`, body: { properties: { email: "a@b.example" } } });
      const second = await create("b@b.example");
      await account.call({ path: `${contacts}/merge`, body: { primaryObjectId: first, objectIdToMerge: second } });
      const [{ id }] = (await account.call({ path: `${appPath}/subscriptions` })).body.results;
      await account.call({ method: "PATCH", path: `${appPath}/subscriptions/${id}`, body: { active: false } });
      const withoutRecord = await define(account, { name: "visited", label: "Visited", primaryObject: "NO_OBJECT" });
      const completion = { eventType: "event.completed", active: true, eventTypeName: withoutRecord };
      await account.call({ path: `${appPath}/subscriptions`, body: completion });
      await sendAccepted(account, withoutRecord, {});
      const last = await create("c@b.example");
      await account.call({ method: "DELETE", path: `${contacts}/${last}` });
      await arrive("contact.deletion");
      const types = eventsOf(receiver).map(({ subscriptionType, objectId }) => [subscriptionType, objectId]);
      expect(types.sort()).toEqual([
        ["contact.creation", Number(first)],
        ["contact.creation", Number(second)],
        ["contact.deletion", Number(last)],
      ]);
      const all = await deliveries(platform, account);
      expect(new Set(all.map(({ appId }) => appId))).toEqual(new Set([account.app.appId]));
      expect(all.flatMap(({ events }) => events).map(({ subscriptionType }) => subscriptionType)).not.toContain("event.completed");
    }),
  ),
  "webhooks-batches": rule(
    "All events that a request causes for an app are delivered together, in lists of up to 100 events. If a change matches several " +
      "subscriptions, each of them gets its own event, with its own id.",
    "assumed",
  )(
    withReceivers(async (subscribed) => {
      const { account, receiver, arrive } = await subscribed(["contact.creation", "object.creation 0-1"]);
      const inputs = Array.from({ length: 75 }, (_, index) => ({ properties: { email: `p${index}@b.example` } }));
      await account.call({ path: `${contacts}/batch/create`, body: { inputs } });
      await arrive("contact.creation", 75);
      await arrive("object.creation", 75);
      expect(receiver.requests.map(({ events }) => events.length).sort()).toEqual([100, 50].sort());
      expect(new Set(eventsOf(receiver).map(({ eventId }) => eventId)).size).toBe(150);
    }),
  ),
  "webhooks-signatures": rule(
    "Each attempt has the signatures of all three versions, which use the app's client secret. The timestamp is the machine's time. In " +
      "a retry, only the `attemptNumber` of an event differs.",
    {
      grade: "assumed",
      source:
        "public documentation of a similar API, for the signatures; the timestamp is our choice, because receivers do not know the " +
        "account's clock",
    },
  )(
    withReceivers(async (subscribed, platform) => {
      const { account, receiver, arrive, listed } = await subscribed(["contact.creation"], failTimes(1));
      await account.call({ path: contacts, body: { properties: {} } });
      await listed({}, 1);
      await account.advance(hour);
      await arrive("contact.creation", 2);
      const [delivery] = await listed({ state: "delivered" }, 1);
      const [first, second] = receiver.requests.map(({ events }) => events);
      expect(second).toEqual(first?.map((event) => ({ ...event, attemptNumber: 1 })));
      expect(delivery.events).toEqual(second);
      expect(delivery.attempts.map(({ url }: { url: string }) => url)).toEqual([receiver.url, receiver.url]);
      expect(receiver.rejections).toEqual([]);
      expect(JSON.stringify(await deliveries(platform, account))).not.toContain(account.app.clientSecret);
    }),
  ),
  "webhooks-retries": rule(
    "An attempt fails if the connection fails, if no response arrives within 5 seconds, or if the status is not 2xx. After a failed " +
      "attempt, the delivery is retried up to 10 times within 24 hours, measured by the account's clock. If the last attempt fails, the " +
      "delivery fails. Redirects are not followed.",
    "documented",
  )(
    withReceivers(async (subscribed, platform) => {
      const responses: Respond[] = [
        (response) => response.destroy(),
        (response) => response.writeHead(302, { location: "/elsewhere" }).end(),
        (response) => response.writeHead(404).end(),
        // The receiver never responds.
        () => undefined,
      ];
      let count = 0;
      const respond: Respond = (response, received) =>
        (responses[count++] ?? ((failed) => failed.writeHead(500).end()))(response, received);
      const { account, receiver, listed } = await subscribed(["contact.creation"], respond);
      await account.call({ path: contacts, body: { properties: {} } });
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        await vi.waitFor(async () => expect((await deliveries(platform, account))[0].attempts).toHaveLength(attempt), waiting);
        const [pending] = await deliveries(platform, account);
        await account.freeze(pending.dueAt);
      }
      const [delivery] = await listed({ state: "failed" }, 1);
      expect(Date.parse(delivery.attempts[10].sentAt)).toBeLessThanOrEqual(Date.parse(demoTime) + 24 * hour);
      expect(delivery.attempts.slice(0, 5)).toMatchObject([
        { attemptNumber: 0, error: expect.any(String) },
        { status: 302 },
        { status: 404 },
        { error: "No response within 5 seconds" },
        { status: 500 },
      ]);
      const numbers = Array.from({ length: 11 }, (_, index) => index);
      expect(delivery.attempts.map(({ attemptNumber }: { attemptNumber: number }) => attemptNumber)).toEqual(numbers);
      expect(receiver.requests.map(({ events }) => events[0]?.attemptNumber)).toEqual(numbers);
      await account.advance(48 * hour);
      expect(receiver.requests).toHaveLength(11);
    }),
  ),
  "webhooks-attempt-times": rule(
    "The first attempt is made immediately, even if the account's clock is set back. The delay before a retry begins when the previous " +
      "attempt was due. Advancing the clock by 24 hours therefore triggers all remaining retries, one after another. If the receiver " +
      "closes a reused connection without a response, the attempt fails, and the next one is made immediately, on a new connection.",
    "assumed",
  )(
    withReceivers(async (subscribed) => {
      let failFirst = (): unknown => undefined;
      const respond: Respond = (response) => {
        const fail = () => response.writeHead(500).end();
        if (receiver.requests.length === 1) failFirst = fail;
        else fail();
      };
      const { account, receiver, listed } = await subscribed(["contact.creation"], respond, 1);
      await account.call({ path: contacts, body: { properties: {} } });
      await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), waiting);
      await account.call({ path: contacts, body: { properties: {} } });
      await account.freeze(Date.parse(demoTime) - hour);
      failFirst();
      await vi.waitFor(() => expect(receiver.requests).toHaveLength(2), waiting);
      await account.advance(25 * hour);
      const failed = await listed({ state: "failed" }, 2);
      expect(failed.map(({ attempts }) => attempts.length)).toEqual([11, 11]);

      const used = new WeakSet<object>();
      let isLost = false;
      const loseOne: Respond = (response) => {
        const { socket } = response.req;
        if (isLost || !used.has(socket)) {
          used.add(socket);
          response.end();
          return;
        }
        isLost = true;
        socket.destroy();
      };
      const other = await subscribed(["contact.creation"], loseOne);
      let delivered: Delivery[] = [];
      while (!isLost) {
        await other.account.call({ path: contacts, body: { properties: {} } });
        delivered = await other.listed({ state: "delivered" }, delivered.length + 1);
      }
      expect(delivered.at(-1).attempts).toMatchObject([{ error: expect.stringContaining("reused connection") }, { attemptNumber: 1 }]);
    }),
  ),
  "webhooks-ended-subscriptions": rule(
    "The first attempt contains all events that occurred while their subscriptions were active. A retry contains only the events whose " +
      "subscriptions are still active. If no events remain, the delivery fails without a request, and its error states the reason.",
    "assumed",
  )(
    withReceivers(async (subscribed) => {
      const { account, appPath, receiver, listed } = await subscribed(["contact.creation", "object.creation 0-1"], failTimes(2));
      const [first, second] = (await account.call({ path: `${appPath}/subscriptions` })).body.results;
      await account.call({ path: contacts, body: { properties: {} } });
      const attempted = (count: number) => vi.waitFor(async () => expect((await listed({}, 1))[0].attempts).toHaveLength(count), waiting);
      await attempted(1);
      await account.call({ method: "DELETE", path: `${appPath}/subscriptions/${first.id}` });
      await account.advance(minute);
      await attempted(2);
      await account.call({ method: "PATCH", path: `${appPath}/subscriptions/${second.id}`, body: { active: false } });
      await account.advance(5 * minute);
      const [{ attempts }] = await listed({ state: "failed" }, 1);
      expect(attempts).toMatchObject([
        { status: 500 },
        { status: 500 },
        { headers: {}, error: expect.stringContaining("no longer active") },
      ]);
      expect(receiver.requests.map(({ events }) => events.map(({ subscriptionId }) => subscriptionId))).toEqual([
        [Number(first.id), Number(second.id)],
        [Number(second.id)],
      ]);
    }),
  ),
  "webhooks-concurrency": rule(
    "The number of concurrent requests to an app does not exceed `maxConcurrentRequests`, even if several processes send them.",
    "documented",
  )(
    withReceivers(async (subscribed) => {
      const held: (() => void)[] = [];
      const hold: Respond = (response) => new Promise<void>((resolve) => held.push(() => response.end(resolve)));
      const { account, receiver, listed } = await subscribed(["contact.creation"], hold, 3);
      for (let count = 0; count < 8; count += 1) await account.call({ path: contacts, body: { properties: {} } });
      for (let count = 0; count < 8; count += 1) {
        await vi.waitFor(() => expect(held.length).toBeGreaterThan(count), waiting);
        if (count < 6) await vi.waitFor(() => expect(held.length).toBe(count + 3), waiting);
        held[count]?.();
      }
      await listed({ state: "delivered" }, 8);
      expect([receiver.maxConcurrent(), receiver.requests.length]).toEqual([3, 8]);
    }),
  ),
  "webhooks-hosts": rule(
    "Events are sent only to the mock's own machine and to the hosts in the option `webhookHosts`. A delivery to any other host fails " +
      "without a request, and its error names the option.",
    "assumed",
  )(
    withReceivers(async (subscribed) => {
      const { account, appPath, listed } = await subscribed(["contact.creation"]);
      const targetUrl = "https://app.example/hooks";
      await account.call({ method: "PUT", path: `${appPath}/settings`, body: { targetUrl, throttling: { maxConcurrentRequests: 10 } } });
      await account.call({ path: contacts, body: { properties: {} } });
      const [{ attempts }] = await listed({ state: "failed" }, 1);
      expect(attempts).toMatchObject([{ url: targetUrl, headers: {}, error: expect.stringContaining("--webhook-hosts app.example") }]);
    }),
  ),
  "webhooks-replay": rule(
    "Replaying a delivery creates a new delivery with the same events and event ids. Its first `attemptNumber` is 0.",
    "assumed",
  )(
    withReceivers(async (subscribed, platform) => {
      const { account, receiver, arrive, listed } = await subscribed(["contact.creation"]);
      await account.call({ path: contacts, body: { properties: {} } });
      const [delivery] = await listed({ state: "delivered" }, 1);
      const path = `/accounts/${account.accountId}/webhooks/deliveries`;
      const replayed = await platform.control("POST", `${path}/${delivery.number}/replay`);
      expect([replayed.status, replayed.body]).toMatchObject([201, { state: "pending", events: delivery.events, attempts: [] }]);
      await arrive("contact.creation", 2);
      expect(receiver.requests[1]?.events).toEqual(receiver.requests[0]?.events);
      const both = await listed({ state: "delivered" }, 2);
      expect(both.map(({ number }) => number)).toEqual([delivery.number, replayed.body.number]);
      await expect(platform.control("POST", `${path}/1/replay`)).rejects.toThrow("404");
    }),
  ),
  "webhooks-faults": rule(
    "A fault with the operation `webhooks.receiveEvents` applies to attempts. It replaces the request with an error status or a dropped " +
      "connection, drops the response, delays the request, sends it twice, or sends it after the next one.",
    "assumed",
  )(
    withReceivers(async (subscribed, platform) => {
      const { account, receiver, listed } = await subscribed(["contact.creation"]);
      const match = { accountId: account.accountId, operationId: "webhooks.receiveEvents" };
      const add = (effect: object, nth: number) => platform.control("POST", "/faults", { match: { ...match, nth }, effect });
      const effects = [
        { type: "status", status: 503 },
        { type: "reset" },
        { type: "dropResponse" },
        { type: "duplicate" },
        { type: "latency", milliseconds: 100 },
        { type: "reorder" },
      ];
      for (const [index, effect] of effects.entries()) await add(effect, index + 1);
      const ids: number[] = [];
      for (const { type } of [...effects, { type: "none" }]) {
        ids.push(Number((await account.call({ path: contacts, body: { properties: {} } })).body.id));
        if (type !== "reorder") await listed({}, ids.length);
      }
      const attempts = (await listed({}, 7)).map(({ attempts: [first] }) => first.status ?? first.error);
      const byFault = [expect.stringContaining("dropped the connection"), expect.stringContaining("dropped")];
      expect(attempts).toEqual([503, ...byFault, 200, 200, 200, 200]);
      const [, , dropped, duplicate, delayed, reordered, last] = ids;
      const received = () => eventsOf(receiver).map(({ objectId }) => objectId);
      expect(received().slice(0, 4)).toEqual([dropped, duplicate, duplicate, delayed]);
      // Two mocks may attempt the last two deliveries in either order, so the fault may hold back either of them.
      expect(received().slice(4, 6).sort()).toEqual([reordered, last]);
      const delivered = await listed({ state: "delivered" }, 4);
      expect(delivered[1].attempts[0].durationMs).toBeGreaterThanOrEqual(99);
      await account.advance(hour);
      await listed({ state: "delivered" }, 7);
      expect(received().slice(6).sort()).toEqual(ids.slice(0, 3));

      const rejected = (body: object) => expect(platform.control("POST", "/faults", body)).rejects.toThrow("400");
      await rejected({ effect: { type: "duplicate" } });
      await rejected({ match, effect: { type: "truncate" } });
      await rejected({ match, effect: { type: "latency", milliseconds: 10_001 } });
    }),
  ),
});

// biome-ignore lint/suspicious/noExplicitAny: the tests access fields without declared types.
type Delivery = any;

interface Subscribed {
  readonly account: TestAccount;
  readonly appPath: string;
  readonly receiver: Receiver;
  arrive(type: string, count?: number): Promise<ReceivedEvent[]>;
  listed(filter: object, waitFor: number): Promise<Delivery[]>;
}

/** @param subscriptions event types, each followed by the property or the object type to which it applies */
type Subscribe = (subscriptions: readonly string[], respond?: Respond, maxConcurrentRequests?: number) => Promise<Subscribed>;

function withReceivers(check: (subscribed: Subscribe, platform: Platform) => Promise<void>): (platform: Platform) => Promise<void> {
  return async (platform) => {
    const receivers: Receiver[] = [];
    try {
      await check(async (subscriptions, respond, maxConcurrentRequests = 10) => {
        const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
        const receiver = await receiveWebhooks(account.app.clientSecret, respond);
        receivers.push(receiver);
        return subscribedTo(platform, account, receiver, subscriptions, maxConcurrentRequests);
      }, platform);
    } finally {
      await Promise.all(receivers.map((receiver) => receiver.close()));
    }
  };
}

async function subscribedTo(
  platform: Platform,
  account: TestAccount,
  receiver: Receiver,
  subscriptions: readonly string[],
  maxConcurrentRequests: number,
): Promise<Subscribed> {
  const inputs = subscriptions.map((subscription) => {
    const [eventType = "", subject] = subscription.split(" ");
    const field = eventType.startsWith("object.") ? "objectTypeId" : "propertyName";
    return { eventType, ...(subject && { [field]: subject }) };
  });
  const appPath = await subscribe(account, receiver.url, maxConcurrentRequests, inputs);
  const taken = new Map<string, number>();
  return {
    account,
    appPath,
    receiver,
    async arrive(type, count = 1) {
      const found = () => eventsOf(receiver).filter(({ subscriptionType }) => subscriptionType === type);
      const before = taken.get(type) ?? 0;
      await vi.waitFor(() => expect(found().length).toBeGreaterThanOrEqual(before + count), waiting);
      taken.set(type, before + count);
      return found().slice(before);
    },
    listed: (filter, waitFor) => deliveries(platform, account, { ...filter, waitFor: String(waitFor), timeout: "30000" }),
  };
}

function eventsOf({ requests }: Receiver): ReceivedEvent[] {
  return requests.flatMap(({ events }) => events);
}

async function deliveries(
  platform: Platform,
  { accountId }: TestAccount,
  filter: Readonly<Record<string, string>> = {},
): Promise<Delivery[]> {
  return (await platform.control("GET", `/accounts/${accountId}/webhooks/deliveries?${new URLSearchParams(filter)}`)).body.results;
}

function failTimes(times: number): Respond {
  let left = times;
  return (response) => {
    left -= 1;
    response.writeHead(left >= 0 ? 500 : 204).end();
  };
}
